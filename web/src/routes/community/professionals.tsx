import type { CommunityPage } from '@oriel/contract';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import { Section } from '../../ui/section.tsx';
import styles from './professionals.module.css';
import profileLink from './profile-link.module.css';

const PORTRAIT_SIZES = '18rem';

interface Props extends Pick<CommunityPage, 'professionals' | 'connect'> {
  profileLabel: string;
  /** Shows what a professional has photographed. */
  renderImage: RenderImage;
  /** Opens the popup, which also takes the place of missing profiles. */
  onConnect: () => void;
}

export function Professionals({ professionals, connect, profileLabel, renderImage, onConnect }: Props) {
  const { heading, lead, note, sample, items } = professionals;
  return (
    <Section heading={heading} lead={lead} note={sample ? note : undefined}>
      <CardGrid columns={4} arePairs>
        {items.map(({ name, role, place, about, profile, picture }) => (
          <li key={name} className={styles.card}>
            <span className={styles.portrait}>
              {renderImage(picture, { sizes: PORTRAIT_SIZES, fill: true }) ?? (
                <span className={styles.monogram} aria-hidden="true">
                  {monogram(name)}
                </span>
              )}
            </span>
            <h3>{name}</h3>
            <p className={prose.note}>
              {role} · {place}
            </p>
            <p className={styles.about}>{about}</p>
            <p className={styles.action}>
              {profile ? (
                <a className={profileLink.link} href={profile} target="_blank" rel="noopener noreferrer">
                  {profileLabel}
                  <span className="visually-hidden"> of {name}, opens in a new tab</span>{' '}
                  <Icon name="external" size={16} />
                </a>
              ) : (
                <span className="with-scripts">
                  <button
                    type="button"
                    className={profileLink.link}
                    aria-haspopup="dialog"
                    onClick={onConnect}
                  >
                    {profileLabel}
                    <span className="visually-hidden"> of {name}</span>
                  </button>
                </span>
              )}
            </p>
          </li>
        ))}
        <li className={`${styles.card} ${styles.connect}`}>
          <h3 className={prose.titleMedium}>{connect.title}</h3>
          <p className={styles.about}>{connect.text}</p>
          <p className={styles.action}>
            <span className="with-scripts">
              <Button variant="primary" aria-haspopup="dialog" onClick={onConnect}>
                {connect.label}
              </Button>
            </span>
          </p>
        </li>
      </CardGrid>
    </Section>
  );
}

function monogram(name: string): string {
  const names = name.split(/\s+/);
  return [names.at(0), names.at(-1)].map((part) => part?.charAt(0) ?? '').join('');
}
