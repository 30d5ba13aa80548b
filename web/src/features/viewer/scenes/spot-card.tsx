import type { SceneHotspot } from '@oriel/contract';
import { NewTabLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './spot-card.module.css';
import { SpotFilm } from './spot-film.tsx';
import { hostOf } from './spots.ts';
import { StageCard } from './stage-card.tsx';

/** What a hotspot has to say or to show. */
export function SpotCard({ spot, onClose }: { spot: SceneHotspot; onClose: () => void }) {
  const { kind, label, text, target } = spot;
  const host = hostOf(spot);
  return (
    <StageCard
      title={label}
      size={kind === 'picture' || kind === 'film' ? 'wide' : 'narrow'}
      onClose={onClose}
    >
      <SpotMedia spot={spot} />
      {text && <p className={styles.text}>{text}</p>}
      {host && (
        <div>
          <NewTabLink
            variant="primary"
            href={target}
            rel="noopener noreferrer nofollow"
            data-analytics={`tour-${kind}`}
          >
            {kind === 'book' ? 'Book at' : 'Open'} {host}
            <Icon name="external" size={18} />
            <span className="visually-hidden">, opens in a new tab</span>
          </NewTabLink>
        </div>
      )}
    </StageCard>
  );
}

function SpotMedia({ spot }: { spot: SceneHotspot }) {
  const { kind, label, alt, url } = spot;
  if (url === undefined) return null;
  if (kind === 'picture') return <img className={styles.media} src={url} alt={alt ?? label} />;
  if (kind === 'film') return <SpotFilm {...spot} />;
  // biome-ignore lint/a11y/useMediaCaption: its description is the text below; captions are none of the document's.
  if (kind === 'sound') return <audio className={styles.media} src={url} title={alt} controls />;
  return null;
}
