import { useId } from 'react';
import styles from './light-choice.module.css';

interface Props {
  lights: { id: string; label: string }[];
  shownId: string | undefined;
  onChoose: (id: string) => void;
}

/** In which light the room is seen. */
export function LightChoice({ lights, shownId, onChoose }: Props) {
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
    </fieldset>
  );
}
