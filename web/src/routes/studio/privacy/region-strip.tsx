import type { Direction, PrivacyCheck, PrivacyRegion } from '@oriel/contract';
import { relativeDirection } from '@oriel/contract/shared/tour/direction-words';
import { CloseUp } from './close-up.tsx';
import styles from './privacy.module.css';
import type { Decision } from './regions.ts';

interface Props {
  workspace: string;
  check: PrivacyCheck;
  /** Where visitors look first. */
  view: Direction;
  decisions: readonly Decision[];
  names: ReadonlyMap<string, string>;
  selected: string | undefined;
  canChange: boolean;
  onSelect: (id: string) => void;
  onDecide: (id: string, change: Partial<PrivacyRegion>) => void;
}

/** Close-ups of all regions, each to be blurred or kept. */
export function RegionStrip({ workspace, check, view, decisions, names, selected, canChange, ...on }: Props) {
  return (
    <ul className={styles.strip} aria-label="Regions" data-regions>
      {decisions.map(({ id, region }) => {
        const name = names.get(id) ?? id;
        return (
          <li key={id} className={styles.region} data-selected={id === selected || undefined}>
            <button
              type="button"
              className={styles.look}
              aria-pressed={id === selected}
              onClick={() => on.onSelect(id)}
            >
              <CloseUp workspace={workspace} check={check} region={region} className={styles.closeUp} />
              <span className={styles.name}>{name}</span>
              <span className={styles.where}>{relativeDirection(view, region)}</span>
            </button>
            <fieldset className={styles.choice} disabled={!canChange}>
              <legend className="visually-hidden">{name}</legend>
              {[true, false].map((isBlurred) => (
                <label key={String(isBlurred)}>
                  <input
                    type="radio"
                    name={`${check.asset} ${id}`}
                    checked={region.isBlurred === isBlurred}
                    onChange={() => on.onDecide(id, { isBlurred })}
                  />
                  {isBlurred ? 'Blur' : 'Keep'}
                </label>
              ))}
            </fieldset>
          </li>
        );
      })}
    </ul>
  );
}
