import type { Tag } from '@oriel/contract';
import { ChipLink, ChipPlaceholder } from '../../ui/chip.tsx';
import { ScrollStrip } from '../../ui/scroll-strip.tsx';
import styles from './tag-strip.module.css';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Tags match in any case, spaces around them aside. */
export function isSameTag(a: string, b: string | undefined): boolean {
  return a.trim().toLowerCase() === b?.trim().toLowerCase();
}

interface Props {
  tags: readonly Tag[];
  /** The tag in force. */
  active: string | undefined;
  loading: boolean;
  /** The address of the page with this tag in force, or with none. */
  pathFor: (tag: string | undefined) => string;
}

/** The tags that narrow a list, one at a time; the one in force leads back to all. */
export function TagStrip({ tags, active, loading, pathFor }: Props) {
  return (
    <ScrollStrip label="tags">
      <nav className={styles.tags} aria-label="Tags" aria-busy={loading}>
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
