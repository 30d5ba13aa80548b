import type { Tag } from '@oriel/contract';
import styles from '../../ui/chip.module.css';
import { ChipLink, ChipPlaceholder } from '../../ui/chip.tsx';
import { ScrollStrip } from '../../ui/scroll-strip.tsx';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Tags match ignoring case and surrounding spaces. */
export function isSameTag(a: string, b: string | undefined): boolean {
  return a.trim().toLowerCase() === b?.trim().toLowerCase();
}

interface Props {
  tags: readonly Tag[];
  active: string | undefined;
  loading: boolean;
  /** The URL with this tag selected, or with none. */
  pathFor: (tag: string | undefined) => string;
}

/** Filters a list by one tag; the selected one leads back to all. */
export function TagStrip({ tags, active, loading, pathFor }: Props) {
  return (
    <ScrollStrip label="tags">
      <nav className={styles.chips} aria-label="Tags" aria-busy={loading}>
        {loading ? (
          PLACEHOLDERS.map((key) => <ChipPlaceholder key={key} />)
        ) : (
          <>
            <ChipLink to={pathFor(undefined)} active={active === undefined} preventScrollReset>
              All
            </ChipLink>
            {tags.map(({ id, name }) => {
              const isActive = isSameTag(name, active);
              return (
                <ChipLink
                  key={id}
                  to={pathFor(isActive ? undefined : name)}
                  active={isActive}
                  preventScrollReset
                >
                  {name}
                </ChipLink>
              );
            })}
          </>
        )}
      </nav>
    </ScrollStrip>
  );
}
