import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './marquee.module.css';

interface Props {
  /** What passes by, for the name of its button: "clients". */
  label: string;
  names: readonly string[];
  /** Passes from left to right. */
  isReversed?: boolean;
}

/**
 * Names that pass by without end. They rest while somebody points at them or their button has the focus, until they are
 * told otherwise by that button; for those who want less motion they stand still, all of them at once.
 */
export function Marquee({ label, names, isReversed = false }: Props) {
  const [wish, setWish] = useState<'none' | 'rest' | 'run'>('none');
  const rests = wish === 'rest';
  return (
    <div className={styles.marquee} data-wish={wish} data-reversed={isReversed || undefined}>
      <div className={styles.strip}>
        <Names names={names} />
        {/* The same again, so that the first follows the last. */}
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
