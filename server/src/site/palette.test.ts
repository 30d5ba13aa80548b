import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, SiteColours } from './colour.ts';
import { accentOnInk, paletteOf } from './palette.ts';
import { readSite } from './site.ts';

const STYLES = readFileSync(path.resolve(import.meta.dirname, '../../../web/src/styles/theme.css'), 'utf8');

/** The variables of a theme in `theme.css`, including the common ones. */
function builtVariables(theme: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [, selectors = '', body = ''] of STYLES.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    const isFor = selectors.trim().endsWith(':root') || selectors.includes(`"${theme}"`);
    if (!isFor) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) variables[name] = value;
  }
  return variables;
}

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const light = fc
  .tuple(
    fc.integer({ min: 200, max: 255 }),
    fc.integer({ min: 200, max: 255 }),
    fc.integer({ min: 200, max: 255 }),
  )
  .map((parts) => `#${parts.map((part) => part.toString(16)).join('')}`);

describe("a site's palette", () => {
  it('is undefined for the built-in colours', () => {
    const { colours } = readSite();
    expect(paletteOf(colours)).toBeUndefined();
    expect(builtVariables('cream')).toMatchObject({ '--gold': colours.gold, '--background': colours.cream });
  });

  it('is legible in all three themes, for all allowed colours', () => {
    fc.assert(
      fc.property(hex, light, (gold, cream) => {
        const colours = { gold, cream };
        fc.pre(SiteColours.safeParse(colours).success);
        const palette = paletteOf(colours);
        for (const theme of ['white', 'cream', 'dark'] as const) {
          const variables = { ...builtVariables(theme), ...palette?.[theme] };
          const of = (name: string) => variables[name] ?? '';
          for (const surface of ['--background', '--surface', '--surface-sunken', '--nav']) {
            for (const text of ['--text', '--text-soft', '--gold-text', '--danger', '--success', '--focus'])
              expect(
                contrast(of(text), of(surface)),
                `${theme} ${text} on ${surface}`,
              ).toBeGreaterThanOrEqual(4.5);
            expect(contrast(of('--line-strong'), of(surface))).toBeGreaterThanOrEqual(
              theme === 'cream' ? 2.9 : 2.5,
            );
          }
          expect(contrast(of('--on-gold'), of('--gold')), `${theme} --on-gold`).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(accentOnInk(colours), '#2a2117')).toBeGreaterThanOrEqual(5);
      }),
      { numRuns: 400 },
    );
  });

  it('keeps the accent as a surface, and lightens it in the dark theme', () => {
    const navy = { gold: '#12305c', cream: '#eef3f8' };
    const palette = paletteOf(navy);
    expect([palette?.white['--gold'], palette?.cream['--gold']]).toEqual([navy.gold, navy.gold]);
    expect(contrast(palette?.dark['--gold'] ?? '', '#16130f')).toBeGreaterThan(3);
    expect(palette?.cream['--on-gold']).toBe('#ffffff');
  });
});
