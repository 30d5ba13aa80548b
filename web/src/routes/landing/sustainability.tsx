import type { HomePage } from '@oriel/contract';
import { ButtonLink } from '../../ui/button.tsx';
import { Points } from '../../ui/points.tsx';
import type { RenderImage } from '../../ui/render-image.ts';
import styles from './sustainability.module.css';

/** Its window is upright: the sides of the picture lie behind its frame. */
const SIZES = '(min-width: 90rem) 54rem, (min-width: 48rem) 60vw, 130vw';

interface Props {
  sustainability: HomePage['sustainability'];
  renderImage: RenderImage;
}

/** Journeys that a tour can stand in for, beside a place seen through an oriel. */
export function Sustainability({ sustainability, renderImage }: Props) {
  const { heading, text, points, link, picture } = sustainability;
  const shown = renderImage(picture, { sizes: SIZES, fill: true });
  return (
    <section className={styles.section} aria-labelledby="sustainability">
      <div className={shown ? `${styles.inner} ${styles.withPicture}` : styles.inner}>
        {shown && <div className={styles.picture}>{shown}</div>}
        <div className={styles.words}>
          <h2 id="sustainability" className={styles.heading}>
            {heading}
          </h2>
          <p className={styles.text}>{text}</p>
          <Points points={points} />
          <ButtonLink to={link.to}>{link.label}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
