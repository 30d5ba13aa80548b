import type { GuideState } from './player.ts';
import styles from './step-list.module.css';

interface Props {
  /** Of each step's room. */
  titles: string[];
  /** Of the current step. */
  seconds: number;
  state: GuideState;
  onChoose: (index: number) => void;
}

/** How far a guided tour has come: a button for each step, the current one filling up. */
export function StepList({
  titles,
  seconds,
  state: { index: now, isRunning, hasEnded, run },
  onChoose,
}: Props) {
  const progressOf = (index: number) =>
    index < now || hasEnded ? 'past' : index === now ? 'current' : undefined;
  return (
    <ol className={styles.steps} aria-label="Steps of the guided tour">
      {titles.map((title, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the list, and the list never changes.
        <li key={index} className={styles.step}>
          <button
            type="button"
            className={styles.button}
            aria-label={`Step ${index + 1} of ${titles.length}: ${title}`}
            aria-current={index === now ? 'step' : undefined}
            title={title}
            onClick={() => onChoose(index)}
          >
            <span className={styles.bar} data-progress={progressOf(index)}>
              <span
                key={index === now ? run : undefined}
                className={styles.fill}
                style={{
                  animationDuration: `${seconds}s`,
                  animationPlayState: isRunning ? 'running' : 'paused',
                }}
              />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
