import { useEffect, useState } from 'react';
import styles from './taglines.module.css';

const CHANGE_EVERY_MS = 3000;

/** All lines are stacked, so that the longest sets the height. No live region: screen readers read the current line alone. */
export function Taglines({ lines, isRunning }: { lines: readonly string[]; isRunning: boolean }) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setCurrent((index) => (index + 1) % lines.length), CHANGE_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, lines.length]);
  return (
    <p className={styles.lines}>
      {lines.map((line, index) => (
        <span key={line} className={styles.line} data-shown={index === current}>
          {line}{' '}
        </span>
      ))}
    </p>
  );
}
