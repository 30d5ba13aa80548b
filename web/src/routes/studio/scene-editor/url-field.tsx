import { useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';

/** A URL with its scheme, which most people leave out. */
const complete = (text: string) => (/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return (
    ['http:', 'https:'].includes(protocol) && hostname.includes('.') && username === '' && password === ''
  );
}

/** The page that a link or booking leads to. Only whole URLs are saved; what is typed meanwhile stays in the field. */
export function UrlField({
  value,
  onChange,
}: {
  value: string;
  onChange: (target: string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const text = typed ?? value;
  const url = complete(text.trim());
  const isWrong = text.trim() !== '' && !isWebUrl(url);
  return (
    <TextField
      type="url"
      inputMode="url"
      label="Web address"
      maxLength={2000}
      placeholder="https://"
      value={text}
      error={isWrong && isLeft ? 'This is no web address. It begins with https://.' : undefined}
      onFocus={() => setLeft(false)}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value.trim();
        setTyped(currentTarget.value);
        if (next === '') onChange(undefined);
        else if (isWebUrl(complete(next))) onChange(complete(next));
      }}
      onBlur={() => {
        setLeft(true);
        if (!isWrong) setTyped(undefined);
      }}
    />
  );
}
