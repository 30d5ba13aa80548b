import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import stack from '../../ui/stack.module.css';
import styles from './marquee.module.css';

interface Props {
  /** What the names are, for the button's label: "clients". */
  label: string;
  names: readonly string[];
  /** Moves from left to right. */
  isReversed?: boolean;
}

/** Pauses while hovered, while its button has the focus, or until resumed; with reduced motion all names are shown at once. */
export function Marquee({ label, names, isReversed = false }: Props) {
  const [wish, setWish] = useState<'none' | 'rest' | 'run'>('none');
  const rests = wish === 'rest';
  return (
    <div
      className={`${stack.gap4} ${stack.start} ${styles.marquee}`}
      data-wish={wish}
      data-reversed={isReversed || undefined}
    >
      <div className={styles.strip}>
        <Names names={names} />
        {/* Repeated, so that the first name follows the last. */}
        <Names names={names} isCopy />
      </div>
      <div className={`${styles.control} with-scripts`}>
        <Button onClick={() => setWish(rests ? 'run' : 'rest')}>
          <Icon name={rests ? 'play' : 'pause'} size={16} />
          {rests ? 'Move' : 'Pause'} <span className="visually-hidden">{label}</span>
        </Button>
      </div>
    </div>
  );
}

function Names({ names, isCopy = false }: { names: readonly string[]; isCopy?: boolean }) {
  return (
    <ul
      className={isCopy ? `${styles.names} ${styles.copy}` : styles.names}
      aria-hidden={isCopy || undefined}
    >
      {names.map((name) => (
        <li key={name} className={styles.name}>
          {name}
        </li>
      ))}
    </ul>
  );
}
