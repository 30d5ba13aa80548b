import { useEffect, useState } from 'react';
import { applyTheme, DEFAULT_THEME, storedTheme, THEMES, type Theme } from './theme.ts';
import styles from './theme-choice.module.css';

const LABELS: Record<Theme, string> = { white: 'White', cream: 'Cream', dark: 'Dark' };

/** Radio buttons for the three themes. The server knows no choice, so the stored one is marked after hydration. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState<Theme>(DEFAULT_THEME);
  useEffect(() => setChosen(storedTheme()), []);

  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={styles.option}>
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={chosen === theme}
            onChange={() => {
              setChosen(theme);
              applyTheme(theme);
            }}
          />
          <span>{LABELS[theme]}</span>
        </label>
      ))}
    </fieldset>
  );
}
