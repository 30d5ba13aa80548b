import type { HomePage } from '@oriel/contract';
import { CardLink } from '../../ui/card-link.tsx';
import prose from '../../ui/prose.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import { Section } from '../../ui/section.tsx';
import stack from '../../ui/stack.module.css';
import styles from './in-action.module.css';

const SIZES = '(min-width: 90rem) 46rem, (min-width: 48rem) 54vw, 92vw';

interface Props {
  inAction: HomePage['inAction'];
  renderImage: RenderImage;
}

export function InAction({ inAction: { heading, lead, cards }, renderImage }: Props) {
  return (
    <Section heading={heading} lead={lead}>
      <ul className={styles.cards}>
        {cards.map(({ title, text, picture }) => {
          const image = renderImage(picture, { sizes: SIZES, fill: true });
          return (
            <li key={title} className={`${stack.gap2} ${styles.card}`}>
              {image && <div className={styles.image}>{image}</div>}
              <h3 className={prose.titleMedium}>
                {image ? <CardLink to={`/experiences/vr/${picture.tour}`}>{title}</CardLink> : title}
              </h3>
              <p className={styles.text}>{text}</p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
