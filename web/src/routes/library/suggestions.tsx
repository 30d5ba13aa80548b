import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CategoryEntry } from '../../features/catalogue/categories.ts';
import { groupsFor } from './suggestion-groups.tsx';
import type { Option } from './suggestion-options.ts';
import styles from './suggestions.module.css';
import { suggestionsQuery } from './suggestions-query.ts';

const DEBOUNCE_MS = 120;

interface Props {
  listId: string;
  form: RefObject<HTMLFormElement | null>;
  text: string;
  categories: readonly CategoryEntry[];
  activeId: string | undefined;
  onActive: (id: string | undefined) => void;
  /** Whether there is anything to choose. */
  onShown: (isShown: boolean) => void;
  /** Before a choice leads elsewhere: what was typed is not searched any more. */
  onLeave: () => void;
  onSearch: (text: string) => void;
  onClose: () => void;
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** The list of a combobox: the focus stays in the field, the arrow keys move through the options. */
export function SearchSuggestions({
  listId,
  form,
  text,
  categories,
  activeId,
  onActive,
  onShown,
  onLeave,
  onSearch,
  onClose,
}: Props) {
  const navigate = useNavigate();
  const q = useDebounced(text.trim());
  const { data } = useQuery({ ...suggestionsQuery(q), placeholderData: keepPreviousData });
  const groups = groupsFor(q, data, categories);
  const options = groups.flatMap((group) => group.options);
  const idOf = ({ key }: Option) => `${listId}${key}`;

  const choose = ({ path, text: searched }: Option) => {
    onClose();
    if (path !== undefined) {
      onLeave();
      void navigate(path);
    } else if (searched !== undefined) onSearch(searched);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const index = options.findIndex((option) => idOf(option) === activeId);
    const active = options[index];
    const move = (to: number) => {
      event.preventDefault();
      // Beyond the ends lies the field.
      const next = options[to];
      onActive(next && idOf(next));
    };
    if (event.key === 'ArrowDown') move(index + 1);
    else if (event.key === 'ArrowUp') move(index === -1 ? options.length - 1 : index - 1);
    else if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
  };
  const latest = useRef(onKeyDown);
  useLayoutEffect(() => {
    latest.current = onKeyDown;
  });
  useEffect(() => {
    const input = form.current?.querySelector('input[type="search"]');
    const listener = (event: Event) => latest.current(event as KeyboardEvent);
    input?.addEventListener('keydown', listener);
    return () => input?.removeEventListener('keydown', listener);
  }, [form]);
  const isShown = options.length > 0;
  useEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Suggestions"
      className={styles.panel}
      hidden={!isShown}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ title, look, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: options are grouped by a role alone.
        <div key={title} role="group" aria-label={title}>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          <div role="presentation" className={styles[look]}>
            {options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
              // biome-ignore lint/a11y/useFocusableInteractive: as above.
              <div
                key={option.key}
                id={idOf(option)}
                role="option"
                aria-selected={idOf(option) === activeId}
                className={styles.option}
                onClick={() => choose(option)}
              >
                {option.content}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
