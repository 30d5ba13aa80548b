import { Fragment } from 'react';

interface Props {
  text: string;
  /** The emails that the text may contain. */
  emails: readonly string[];
}

export function WithMailLinks({ text, emails }: Props) {
  const [email, ...others] = emails;
  if (email === undefined) return text;
  return text.split(email).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    <Fragment key={index}>
      {index > 0 && <a href={`mailto:${email}`}>{email}</a>}
      <WithMailLinks text={part} emails={others} />
    </Fragment>
  ));
}
