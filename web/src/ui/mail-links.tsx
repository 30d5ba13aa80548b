import { Fragment } from 'react';

interface Props {
  text: string;
  /** The email addresses that the text may contain. */
  addresses: readonly string[];
}

export function WithMailLinks({ text, addresses }: Props) {
  const [address, ...others] = addresses;
  if (address === undefined) return text;
  return text.split(address).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
    <Fragment key={index}>
      {index > 0 && <a href={`mailto:${address}`}>{address}</a>}
      <WithMailLinks text={part} addresses={others} />
    </Fragment>
  ));
}
