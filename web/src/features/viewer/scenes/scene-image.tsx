import type { Thumbnails } from '@oriel/contract';

interface Props {
  thumbnails: Thumbnails;
  sizes: string;
  /** Whether it is loaded at once and with priority. */
  eager?: boolean;
}

/** The flat picture of a scene; decorative, since its title stands beside it. */
export function SceneImage({
  thumbnails: { pattern, widths, formats, colour },
  sizes,
  eager = false,
}: Props) {
  const setOf = (format: string) =>
    widths
      .map((width) => `${pattern.replace('{width}', String(width)).replace('{format}', format)} ${width}w`)
      .join(', ');
  return (
    <picture>
      {formats
        .filter((format) => format !== 'jpg')
        .map((format) => (
          <source key={format} type={`image/${format}`} srcSet={setOf(format)} sizes={sizes} />
        ))}
      <img
        src={pattern.replace('{width}', String(widths[0] ?? 320)).replace('{format}', 'jpg')}
        srcSet={setOf('jpg')}
        sizes={sizes}
        alt=""
        width={960}
        height={640}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        style={{ backgroundColor: colour }}
      />
    </picture>
  );
}
