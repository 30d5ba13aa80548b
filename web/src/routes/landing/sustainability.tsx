import type { HomePage } from '@oriel/contract';
import { ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { Points } from '../../ui/points.tsx';
import prose from '../../ui/prose.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import split from '../../ui/split.module.css';
import stack from '../../ui/stack.module.css';
import styles from './sustainability.module.css';

/** Its frame is upright and crops the sides of the image. */
const SIZES = '(min-width: 90rem) 54rem, (min-width: 48rem) 60vw, 130vw';

interface Props {
  sustainability: HomePage['sustainability'];
  renderImage: RenderImage;
}

export function Sustainability({ sustainability, renderImage }: Props) {
  const { heading, text, points, link, picture } = sustainability;
  const image = renderImage(picture, { sizes: SIZES, fill: true });
  return (
    <section className={`${page.page} ${page.section}`} aria-labelledby="sustainability">
      <div className={`${stack.gap8} ${image ? styles.withImage : ''}`}>
        {image && <div className={styles.image}>{image}</div>}
        <div className={`${split.text} ${styles.text}`}>
          <h2 id="sustainability" className={styles.heading}>
            {heading}
          </h2>
          <p className={prose.lead}>{text}</p>
          <Points points={points} />
          <ButtonLink to={link.to}>{link.label}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
