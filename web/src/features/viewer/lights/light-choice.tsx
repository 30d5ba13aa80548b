import { useId } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../ui/icon.tsx';
import styles from './light-choice.module.css';

interface Props {
  lights: { id: string; label: string }[];
  shownId: string | undefined;
  onChoose: (id: string) => void;
  /** The tour and its room, where two lights may be shown beside each other. */
  place: { slug: string; sceneId: string } | undefined;
}

const COMPARE = 'Two lights side by side';

/** The page with the room in the light in view and in the next one. */
function comparison(
  { slug, sceneId }: NonNullable<Props['place']>,
  lights: Props['lights'],
  shownId = '',
): string {
  const shown = lights.findIndex(({ id }) => id === shownId);
  const other = lights[(shown + 1) % lights.length]?.id ?? '';
  const side = (name: string, light: string) => ({
    [name]: slug,
    [`${name}Scene`]: sceneId,
    [`${name}Light`]: light,
  });
  return `/compare?${new URLSearchParams({ ...side('left', shownId), ...side('right', other) })}`;
}

/** In which light the room is seen. */
export function LightChoice({ lights, shownId, onChoose, place }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">Light</legend>
      {lights.map(({ id, label }) => (
        <label key={id} className={styles.light}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={id === shownId}
            onChange={() => onChoose(id)}
          />
          <span className={styles.label}>{label}</span>
        </label>
      ))}
      {place && (
        <Link
          className={styles.compare}
          to={comparison(place, lights, shownId)}
          aria-label={COMPARE}
          title={COMPARE}
        >
          <Icon name="compare" />
        </Link>
      )}
    </fieldset>
  );
}
