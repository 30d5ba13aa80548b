import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { formatNumber, formatTokens } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { stopAsking } from './unasked.ts';
import styles from './unlock-question.module.css';

interface Props {
  memberId: string;
  cost: number;
  /** What the member can spend before. */
  balance: number;
  onUnlock: () => void;
  onCancel: () => void;
}

/** Lies over a card's picture and asks before tokens are spent. */
export function UnlockQuestion({ memberId, cost, balance, onUnlock, onCancel }: Props) {
  const questionId = useId();
  const group = useRef<HTMLDivElement>(null);
  const [isRemembered, setIsRemembered] = useState(false);

  // Not on the button: a second Enter must not pay.
  useEffect(() => group.current?.focus({ preventScroll: true }), []);

  const focusCard = () =>
    group.current?.closest('article')?.querySelector<HTMLElement>('h2 a')?.focus({ preventScroll: true });
  const cancel = () => {
    focusCard();
    onCancel();
  };
  const unlock = (event: MouseEvent) => {
    // The second click of a double click on the card.
    if (event.detail > 1) return;
    if (isRemembered) stopAsking(memberId);
    focusCard();
    onUnlock();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    cancel();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is named by its legend alone.
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-labelledby={questionId}
      className={styles.question}
      onKeyDown={onKeyDown}
    >
      <p id={questionId} className={styles.text}>
        <b>Unlock for {formatTokens(cost)}?</b> <span>You keep {formatNumber(balance - cost)}.</span>
      </p>
      <div className={styles.actions}>
        <Button variant="primary" data-analytics="unlock" onClick={unlock}>
          Unlock
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </div>
      <label className={styles.remember}>
        <input
          type="checkbox"
          checked={isRemembered}
          onChange={({ target }) => setIsRemembered(target.checked)}
        />
        Don't ask again
      </label>
    </div>
  );
}
