import type { Font, Site } from '@oriel/contract';
import { type SiteFiles, siteFileUrl } from './files.ts';
import { type Palette, paletteOf } from './palette.ts';

/** How a brand's pages differ from the built styles. */
export interface SiteStyle {
  /** For a style element in the head; undefined where nothing differs. */
  css: string | undefined;
  /** The addresses of fonts to ask for early; undefined for the built-in family. */
  fonts: Record<'display' | 'text', string[] | undefined>;
}

/** Families of a brand go by names of our own: what a configuration says never ends a string of the style. */
const FAMILIES = { display: 'Brand Display', text: 'Brand Text' };
/** In `theme.css`. */
const FONT_VARIABLES = { display: '--font-display', text: '--font-text' };
const STACKS = { serif: 'Georgia, serif', 'sans-serif': 'system-ui, sans-serif' };

const rule = (selector: string, tokens: Record<string, string>) =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** Twice the attribute weighs more than the once of `theme.css`, wherever the style stands. */
function colourRules(palette: Palette): string[] {
  return Object.entries(palette).map(([theme, tokens]) =>
    rule(`[data-theme][data-theme="${theme}"]`, tokens),
  );
}

function fontRules(kind: 'display' | 'text', font: Font | undefined, files: SiteFiles): string[] {
  if (font === undefined) return [];
  const faces = font.files.flatMap(({ file, weight }) => {
    const found = files.get(file);
    return found === undefined
      ? []
      : [
          `@font-face{font-family:"${FAMILIES[kind]}";font-weight:${weight};font-display:swap;src:url("${siteFileUrl(found)}") format("woff2")}`,
        ];
  });
  const family = faces.length > 0 ? FAMILIES[kind] : font.family;
  return [...faces, rule(':root:root', { [FONT_VARIABLES[kind]]: `"${family}", ${STACKS[font.fallback]}` })];
}

/** What makes the built pages look like the brand. */
export function siteStyle({ colours, fonts }: Site, files: SiteFiles): SiteStyle {
  const palette = paletteOf(colours);
  const rules = [
    ...(palette === undefined ? [] : colourRules(palette)),
    ...fontRules('display', fonts?.display, files),
    ...fontRules('text', fonts?.text, files),
  ];
  const urls = (font: Font | undefined) =>
    font?.files.flatMap(({ file }) => {
      const found = files.get(file);
      return found === undefined ? [] : [siteFileUrl(found)];
    });
  return {
    css: rules.length === 0 ? undefined : rules.join(''),
    fonts: { display: urls(fonts?.display), text: urls(fonts?.text) },
  };
}
