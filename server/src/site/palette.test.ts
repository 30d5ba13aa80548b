import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, SiteColours } from './colour.ts';
import { accentOnInk, paletteOf } from './palette.ts';
import { readSite } from './site.ts';

const STYLES = readFileSync(path.resolve(import.meta.dirname, '../../../web/src/styles/theme.css'), 'utf8');

/** The tokens of each theme as the styles are built, the general ones included. */
function builtTokens(theme: string): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const [, selectors = '', body = ''] of STYLES.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    const isFor = selectors.trim().endsWith(':root') || selectors.includes(`"${theme}"`);
    if (!isFor) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) tokens[name] = value;
  }
  return tokens;
}

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const light = fc
  .tuple(
    fc.integer({ min: 200, max: 255 }),
    fc.integer({ min: 200, max: 255 }),
    fc.integer({ min: 200, max: 255 }),
  )
  .map((parts) => `#${parts.map((part) => part.toString(16)).join('')}`);

describe("a brand's palette", () => {
  it('leaves the colours alone that the styles are drawn in', () => {
    const { colours } = readSite();
    expect(paletteOf(colours)).toBeUndefined();
    expect(builtTokens('cream')).toMatchObject({ '--gold': colours.gold, '--background': colours.cream });
  });

  it('can be read in all three themes, whatever colours are allowed', () => {
    fc.assert(
      fc.property(hex, light, (gold, cream) => {
        const colours = { gold, cream };
        fc.pre(SiteColours.safeParse(colours).success);
        const palette = paletteOf(colours);
        for (const theme of ['white', 'cream', 'dark'] as const) {
          const tokens = { ...builtTokens(theme), ...palette?.[theme] };
          const of = (name: string) => tokens[name] ?? '';
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

  it('keeps the accent as it is where it is a surface, and lifts it where it would vanish in the dark', () => {
    const navy = { gold: '#12305c', cream: '#eef3f8' };
    const palette = paletteOf(navy);
    expect([palette?.white['--gold'], palette?.cream['--gold']]).toEqual([navy.gold, navy.gold]);
    expect(contrast(palette?.dark['--gold'] ?? '', '#16130f')).toBeGreaterThan(3);
    expect(palette?.cream['--on-gold']).toBe('#ffffff');
  });
});
