import { localStore } from '../../storage.ts';
export const THEMES = ['white', 'cream', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DEFAULT_THEME: Theme = 'cream';

export const THEME_KEY = 'oriel-theme';

/** Backgrounds as in `theme.css`; that of the third theme is the brand's. */
const BACKGROUNDS = { white: '#ffffff', dark: '#16130f' };

/** For the `theme-color` element: the default theme's colour as its content, those of all themes as data attributes. */
export function themeColours(cream = '#fbf1e5') {
  return {
    content: cream,
    'data-cream': cream,
    'data-white': BACKGROUNDS.white,
    'data-dark': BACKGROUNDS.dark,
  };
}

/** Runs in the head before the first paint, so that no page flashes in another theme. It must never throw. */
export const themeScript = `(function(){try{var t=localStorage.getItem(${JSON.stringify(THEME_KEY)});if(${JSON.stringify(THEMES)}.indexOf(t)>-1){document.documentElement.dataset.theme=t;var m=document.querySelector('meta[name=theme-color]');m.content=m.dataset[t]}}catch(e){}})()`;

function isTheme(text: string | null): text is Theme {
  return THEMES.some((theme) => theme === text);
}

const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme ?? null;
  return isTheme(theme) ? theme : DEFAULT_THEME;
}

/** Subscribes to changes. @returns ends the subscription */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (frame) frame.content = frame.dataset[theme] ?? frame.content;
  localStore.setItem(THEME_KEY, theme);
  for (const listener of listeners) listener();
}
