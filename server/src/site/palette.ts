import type { Site } from '@oriel/contract';
import { INK, legible, mix, textColourOn } from './colour.ts';

/** The colours that `web/src/styles/theme.css` is drawn in, by hand. Other ones are derived here. */
const BUILT_IN = { gold: '#bf8f2c', cream: '#fbf1e5', goldOnInk: '#e0b45c' };

/** What the themes have in common with those of `theme.css` whatever the brand. */
const WHITE_SURFACES = ['#ffffff', '#f5f3f0'];
const DARK_SURFACES = ['#16130f', '#1f1b16', '#0f0d0a'];
/** A little above what WCAG asks for, so that rounding takes nothing away. */
const MIN_TEXT_CONTRAST = 4.6;
/** Large marks and surfaces of the accent. */
const MIN_MARK_CONTRAST = 3.1;

/** Values of design tokens, by their names in `theme.css`. */
type ThemeVariables = Record<string, string>;

/** The tokens of a brand in each theme; what is not named stays as it is. */
export interface Palette {
  white: ThemeVariables;
  cream: ThemeVariables;
  dark: ThemeVariables;
}

function accent(gold: string, surfaces: readonly string[], towards: string): ThemeVariables {
  const text = legible(gold, surfaces, towards, MIN_TEXT_CONTRAST);
  return { '--gold-text': text, '--focus': text };
}

/** Surfaces, lines and the softer text of the theme that is named after its background. */
function creamSurfaces(cream: string) {
  const surface = mix(cream, '#ffffff', 0.6);
  const sunken = mix(cream, INK, 0.055);
  const all = [cream, surface, sunken];
  return {
    all,
    tokens: {
      '--background': cream,
      '--nav': cream,
      '--surface': surface,
      '--surface-sunken': sunken,
      '--line': mix(cream, INK, 0.13),
      '--line-strong': legible(mix(cream, INK, 0.4), all, INK, MIN_MARK_CONTRAST),
      '--text-soft': legible(mix(cream, INK, 0.7), all, INK, MIN_TEXT_CONTRAST),
    },
  };
}

/**
 * Draws all three themes in a brand's two colours: the accent as it is where it is a surface, and as much darker or
 * lighter as it takes where it must be read.
 *
 * @returns undefined for the colours that the styles are drawn in anyway
 */
export function paletteOf({ gold, cream }: Site['colours']): Palette | undefined {
  if (gold === BUILT_IN.gold && cream === BUILT_IN.cream) return undefined;
  const light = { '--gold': gold, '--on-gold': textColourOn(gold) };
  const { all, tokens } = creamSurfaces(cream);
  // A dark blue would vanish in the dark.
  const darkAccent = legible(gold, DARK_SURFACES, '#ffffff', MIN_MARK_CONTRAST);
  return {
    white: { ...light, ...accent(gold, WHITE_SURFACES, '#000000') },
    cream: { ...light, ...(cream === BUILT_IN.cream ? {} : tokens), ...accent(gold, all, '#000000') },
    dark: {
      '--gold': darkAccent,
      '--on-gold': textColourOn(darkAccent),
      ...accent(gold, DARK_SURFACES, '#ffffff'),
    },
  };
}

/** The accent as it is seen on a dark ground, such as that of the icon. */
export function accentOnInk({ gold }: Site['colours']): string {
  return gold === BUILT_IN.gold ? BUILT_IN.goldOnInk : legible(gold, [INK], '#ffffff', 6);
}
