import { useId, useLayoutEffect, useRef } from 'react';
import { useBrowserValue } from '../../ui/hydration.tsx';
import { applyTheme, currentTheme, DEFAULT_THEME, subscribeToTheme, THEMES, type Theme } from './theme.ts';
import styles from './theme-choice.module.css';

const LABELS: Record<Theme, string> = { white: 'White', cream: 'Cream', dark: 'Dark' };

/** Radio buttons for the three themes. The server does not know the choice, so it is marked after hydration. */
export function ThemeChoice() {
  const selected = useBrowserValue(subscribeToTheme, currentTheme, DEFAULT_THEME);
  // May be on a page twice, in the footer and in the settings.
  const group = useId();
  const choice = useRef<HTMLFieldSetElement>(null);

  // What was chosen before the scripts ran: the server has marked another one.
  useLayoutEffect(() => {
    const buttons = choice.current?.querySelectorAll('input') ?? [];
    const early = [...buttons].find(({ checked, defaultChecked }) => checked && !defaultChecked);
    if (early) applyTheme(early.value as Theme);
  }, []);

  return (
    <fieldset ref={choice} className={`with-scripts ${styles.choice}`}>
      <legend className={styles.legend}>Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={styles.option}>
          <input
            type="radio"
            autoComplete="off"
            name={group}
            value={theme}
            checked={selected === theme}
            onChange={() => applyTheme(theme)}
          />
          <span>{LABELS[theme]}</span>
        </label>
      ))}
    </fieldset>
  );
}
