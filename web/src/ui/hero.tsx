import type { ReactNode } from 'react';
import styles from './hero.module.css';
import page from './page.module.css';
import prose from './prose.module.css';
import type { RenderImage, TourImage } from './render-image.ts';
import split from './split.module.css';

const SIZES = '(min-width: 100rem) 52rem, (min-width: 62rem) 56vw, 92vw';

interface Props {
  texts: { heading: string; lead: string; picture?: TourImage | undefined };
  renderImage?: RenderImage;
  children?: ReactNode;
}

export function Hero({ texts: { heading, lead, picture }, renderImage, children }: Props) {
  const image = renderImage?.(picture, { sizes: SIZES, eager: true, fill: true });
  return (
    <header
      className={`${page.page} ${styles.hero} ${image ? `${split.wideSecond} ${styles.withImage}` : ''}`}
    >
      <div className={split.text}>
        <h1 className={styles.title}>{heading}</h1>
        <p className={prose.lead}>{lead}</p>
        {children}
      </div>
      {image && <div className={`${split.image} ${styles.image}`}>{image}</div>}
    </header>
  );
}
