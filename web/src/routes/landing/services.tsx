import type { HomePage } from '@oriel/contract';
import { CardGrid } from '../../ui/card-grid.tsx';
import { CardLink } from '../../ui/card-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import { Section } from '../../ui/section.tsx';
import stack from '../../ui/stack.module.css';
import styles from './services.module.css';

const SIZES = '(min-width: 90rem) 28rem, (min-width: 48rem) 30vw, (min-width: 38rem) 45vw, 92vw';

interface Props {
  services: HomePage['services'];
  renderImage: RenderImage;
}

export function Services({ services: { heading, cards }, renderImage }: Props) {
  return (
    <Section heading={heading}>
      <CardGrid columns={3}>
        {cards.map(({ title, text, link, picture }) => (
          <li key={title} className={`${stack.gap2} ${styles.card}`}>
            {renderImage(picture, { sizes: SIZES })}
            <h3>{title}</h3>
            <p className={prose.soft}>{text}</p>
            <p className={styles.action}>
              <CardLink to={link.to}>
                {link.label} <Icon name="arrowRight" size={16} />
              </CardLink>
            </p>
          </li>
        ))}
      </CardGrid>
    </Section>
  );
}
