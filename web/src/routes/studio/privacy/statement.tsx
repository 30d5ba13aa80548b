import type { PrivacyBasis, PrivacyCheck } from '@oriel/contract';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import styles from './privacy.module.css';

interface Props {
  check: PrivacyCheck;
  blurred: number;
  isBusy: boolean;
  onSign: (basis: PrivacyBasis) => void;
}

const BASES: readonly { basis: PrivacyBasis; title: string; more: string }[] = [
  {
    basis: 'looked',
    title: 'I have looked at the whole picture',
    more: 'Everything in it that must not be recognised is blurred.',
  },
  {
    basis: 'no-people',
    title: 'It shows no people',
    more: 'And no number plates or papers: a rendering, for instance.',
  },
];

/** What a person signs for. */
export function StatementForm({ check, blurred, isBusy, onSign }: Props) {
  const { kind, state } = check;
  const errorId = useId();
  const [chosen, setChosen] = useState<PrivacyBasis>();
  const [isMissing, setMissing] = useState(false);
  const isSearched = kind === 'video' || state === 'searched' || state === 'signed';
  return (
    <form
      className={stack.gap4}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onSign(chosen);
        else setMissing(true);
      }}
    >
      <fieldset className={styles.bases} aria-describedby={isMissing ? errorId : undefined}>
        <legend>Your statement</legend>
        {BASES.map(({ basis, title, more }) => {
          const isOff = basis === 'looked' && !isSearched;
          return (
            <label key={basis} className="studio-choice" data-off={isOff || undefined}>
              <input
                type="radio"
                name={`basis ${check.asset}`}
                checked={chosen === basis}
                disabled={isOff}
                onChange={() => {
                  setChosen(basis);
                  setMissing(false);
                }}
              />
              <span>
                <span className="studio-name">{title}</span>
                <span className={prose.fine}>{isOff ? 'Once it has been searched for faces.' : more}</span>
              </span>
            </label>
          );
        })}
      </fieldset>
      {isMissing && (
        <p id={errorId} className={prose.error} role="alert">
          Please choose what you state.
        </p>
      )}
      <div className={styles.sign}>
        <Button type="submit" variant={isSearched ? 'primary' : 'quiet'} disabled={isBusy}>
          {isBusy ? 'Signing…' : signWords(blurred)}
        </Button>
        <p className={prose.fine}>Your name, the time and this decision go into the activity log.</p>
      </div>
    </form>
  );
}

const signWords = (blurred: number) =>
  blurred === 0 ? 'Sign' : `Blur ${blurred} ${blurred === 1 ? 'region' : 'regions'} and sign`;
