import type { Font, Site } from '@oriel/contract';
import { type SiteFiles, siteFileUrl } from './files.ts';
import { type Palette, paletteOf } from './palette.ts';

/** How a site's pages differ from the built styles. */
export interface SiteStyle {
  /** For a style element in the head; undefined for the built-in styles. */
  css: string | undefined;
  /** The URLs of fonts to preload; undefined for the built-in family. */
  fonts: Record<'display' | 'text', string[] | undefined>;
}

/** Fixed names, so that a configured name cannot break out of a string in the style. */
const FAMILIES = { display: 'Brand Display', text: 'Brand Text' };
/** In `theme.css`. */
const FONT_VARIABLES = { display: '--font-display', text: '--font-text' };
const STACKS = { serif: 'Georgia, serif', 'sans-serif': 'system-ui, sans-serif' };

const rule = (selector: string, variables: Record<string, string>) =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** Repeating the attribute gives the rules higher specificity than those of `theme.css`. */
function colourRules(palette: Palette): string[] {
  return Object.entries(palette).map(([theme, variables]) =>
    rule(`[data-theme][data-theme="${theme}"]`, variables),
  );
}

function fontRules(kind: 'display' | 'text', font: Font | undefined, files: SiteFiles): string[] {
  if (font === undefined) return [];
  const faces = font.files.flatMap(({ file, weight }) => {
    const siteFile = files.get(file);
    return siteFile === undefined
      ? []
      : [
          `@font-face{font-family:"${FAMILIES[kind]}";font-weight:${weight};font-display:swap;src:url("${siteFileUrl(siteFile)}") format("woff2")}`,
        ];
  });
  const family = faces.length > 0 ? FAMILIES[kind] : font.family;
  return [...faces, rule(':root:root', { [FONT_VARIABLES[kind]]: `"${family}", ${STACKS[font.fallback]}` })];
}

/** The styles of a site, in addition to the built ones. */
export function siteStyle({ colours, fonts }: Site, files: SiteFiles): SiteStyle {
  const palette = paletteOf(colours);
  const rules = [
    ...(palette === undefined ? [] : colourRules(palette)),
    ...fontRules('display', fonts?.display, files),
    ...fontRules('text', fonts?.text, files),
  ];
  const urls = (font: Font | undefined) =>
    font?.files.flatMap(({ file }) => {
      const siteFile = files.get(file);
      return siteFile === undefined ? [] : [siteFileUrl(siteFile)];
    });
  return {
    css: rules.length === 0 ? undefined : rules.join(''),
    fonts: { display: urls(fonts?.display), text: urls(fonts?.text) },
  };
}
