import type { Site } from '@oriel/contract';
import { INK, legible, mix, textColourOn } from './colour.ts';

/** The colours of `web/src/styles/theme.css`; palettes for other colours are derived here. */
const BUILT_IN = { gold: '#bf8f2c', cream: '#fbf1e5', goldOnInk: '#e0b45c' };

/** Surfaces of `theme.css` that do not depend on the site's colours. */
const WHITE_SURFACES = ['#ffffff', '#f5f3f0'];
const DARK_SURFACES = ['#16130f', '#2a241c', '#383025'];
/** Slightly above WCAG's 4.5, to allow for rounding. */
const MIN_TEXT_CONTRAST = 4.6;
/** For large marks and accent surfaces; slightly above WCAG's 3. */
const MIN_MARK_CONTRAST = 3.1;

/** Values of theme variables, by their names in `theme.css`. */
type ThemeVariables = Record<string, string>;

/** The variables that each theme overrides. */
export interface Palette {
  white: ThemeVariables;
  cream: ThemeVariables;
  dark: ThemeVariables;
}

function accent(gold: string, surfaces: readonly string[], towards: string): ThemeVariables {
  const text = legible(gold, surfaces, towards, MIN_TEXT_CONTRAST);
  return { '--gold-text': text, '--focus': text };
}

/** Surfaces, lines and soft text of the cream theme. */
function creamSurfaces(cream: string) {
  const surface = mix(cream, '#ffffff', 0.6);
  const sunken = mix(cream, INK, 0.055);
  const all = [cream, surface, sunken];
  return {
    all,
    variables: {
      '--background': cream,
      '--nav': cream,
      '--surface': surface,
      '--surface-sunken': sunken,
      '--line': mix(cream, INK, 0.13),
      '--outline': mix(cream, INK, 0.24),
      '--line-strong': legible(mix(cream, INK, 0.4), all, INK, MIN_MARK_CONTRAST),
      '--text-soft': legible(mix(cream, INK, 0.7), all, INK, MIN_TEXT_CONTRAST),
    },
  };
}

/**
 * Derives the three themes from a site's two colours. The accent is unchanged as a surface, and as much darker or lighter
 * as legibility requires as text.
 *
 * @returns undefined for the built-in colours
 */
export function paletteOf({ gold, cream }: Site['colours']): Palette | undefined {
  if (gold === BUILT_IN.gold && cream === BUILT_IN.cream) return undefined;
  const light = { '--gold': gold, '--on-gold': textColourOn(gold) };
  const { all, variables } = creamSurfaces(cream);
  // Lighten dark accents, which would be invisible in the dark theme.
  const darkAccent = legible(gold, DARK_SURFACES, '#ffffff', MIN_MARK_CONTRAST);
  return {
    white: { ...light, ...accent(gold, WHITE_SURFACES, '#000000') },
    cream: { ...light, ...(cream === BUILT_IN.cream ? {} : variables), ...accent(gold, all, '#000000') },
    dark: {
      '--gold': darkAccent,
      '--on-gold': textColourOn(darkAccent),
      ...accent(gold, DARK_SURFACES, '#ffffff'),
    },
  };
}

/** The accent on a dark background, such as the icon's. */
export function accentOnInk({ gold }: Site['colours']): string {
  return gold === BUILT_IN.gold ? BUILT_IN.goldOnInk : legible(gold, [INK], '#ffffff', 6);
}
