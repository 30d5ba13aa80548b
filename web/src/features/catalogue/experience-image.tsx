import type { Experience } from '@oriel/contract';
import { type ImageOptions, UPRIGHT } from '../../ui/render-image.ts';
import styles from './experience-image.module.css';

interface Props extends ImageOptions {
  experience: Pick<Experience, 'thumbnail' | 'thumbnails'>;
  alt: string;
}

/** The `sizes` attribute of pictures in a `catalogue` of `ui/card-grid`: a fourth, a third, half or all of the page. */
export const CARD_SIZES = '(min-width: 79rem) 20rem, (min-width: 59rem) 30vw, (min-width: 39rem) 45vw, 92vw';

/** Of a card that is two of those wide. */
export const WIDE_CARD_SIZES = '(min-width: 79rem) 41rem, (min-width: 59rem) 61vw, 92vw';

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

/** The image of an experience in the best format and width; its box is 3:2 from the start. */
export function ExperienceImage({
  experience: { thumbnail, thumbnails },
  alt,
  sizes,
  eager = false,
  fill = false,
  portrait,
}: Props) {
  const sources = thumbnails?.formats.filter((format) => format !== 'jpg') ?? [];
  const setOf = (format: string) =>
    thumbnails?.widths
      .map(
        (width) =>
          `${thumbnails.pattern.replace('{width}', String(width)).replace('{format}', format)} ${width}w`,
      )
      .join(', ');
  return (
    <picture
      className={fill ? styles.fill : styles.picture}
      style={thumbnails && { backgroundColor: thumbnails.colour }}
    >
      {portrait && <source media={UPRIGHT} srcSet={portrait} />}
      {sources.map((format) => (
        <source key={format} type={TYPES[format]} srcSet={setOf(format)} sizes={sizes} />
      ))}
      <img
        src={thumbnail}
        srcSet={setOf('jpg')}
        sizes={sizes}
        alt={alt}
        width={960}
        height={640}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'auto' : 'async'}
      />
    </picture>
  );
}
