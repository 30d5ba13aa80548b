import path from 'node:path';
import { parseTour } from '@oriel/contract';
import { mutated } from '@oriel/contract/shared/tour/tour.fixture';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyReport, type ImportedTour, type ImportReport } from './draft.ts';
import { documentOf, KRPANO, MARZIPANO, PANNELLUM } from './exports.fixture.ts';
import { ImportRefused, pathInside } from './import-folder.ts';
import { readKrpano } from './krpano.ts';
import { readMarzipano } from './marzipano.ts';
import { readPannellum } from './pannellum.ts';

const RUNS = 500;

describe('damaged exports', () => {
  const outcomes = { taken: 0, refused: 0 };
  afterEach(() => vi.unstubAllGlobals());

  /** Reads it; a refusal must be a sentence, and what is read must make a valid document. */
  function probe(read: (text: string, report: ImportReport) => ImportedTour, text: string): void {
    const report = emptyReport();
    try {
      const parsed = parseTour(documentOf(read(text, report), report));
      if (!parsed.ok) for (const { message } of parsed.problems) expect(message).toMatch(/^[A-Z].+\.$/s);
      outcomes.taken += 1;
    } catch (error) {
      outcomes.refused += 1;
      expect(error).toBeInstanceOf(ImportRefused);
      expect((error as Error).message).toMatch(/^[A-Z].{10,}$/s);
    }
  }
  const asText = (document: unknown): string => {
    try {
      return (
        JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? ''
      );
    } catch {
      return '{';
    }
  };
  /** Some characters removed, doubled or replaced. */
  const damaged = (text: string) =>
    fc
      .array(
        fc.tuple(
          fc.nat(text.length),
          fc.nat(40),
          fc.constantFrom('', '<', '"', '&#0;', '{', '\u0000', '99999999999'),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map((cuts) =>
        cuts.reduce((result, [at, length, by]) => result.slice(0, at) + by + result.slice(at + length), text),
      );

  it('never crash a reader, and nothing of them is run', () => {
    // What the exports call, and what would run a text.
    const [alert, evaluate] = [vi.fn(), vi.fn()];
    vi.stubGlobal('alert', alert);
    vi.stubGlobal('eval', evaluate);
    fc.assert(
      fc.property(mutated(PANNELLUM), (document) => probe(readPannellum, asText(document))),
      { numRuns: RUNS },
    );
    fc.assert(
      fc.property(damaged(MARZIPANO), (text) => probe(readMarzipano, text)),
      { numRuns: RUNS },
    );
    fc.assert(
      fc.property(damaged(KRPANO), (text) => probe(readKrpano, text)),
      { numRuns: RUNS },
    );
    const data = () => ({ scenes: readMarzipanoData() });
    fc.assert(
      fc.property(mutated(data), (document) => probe(readMarzipano, `var APP_DATA = ${asText(document)};`)),
      { numRuns: RUNS },
    );
    expect(outcomes.taken + outcomes.refused).toBe(4 * RUNS);
    expect(outcomes.refused).toBeGreaterThan(0);
    expect(outcomes.taken).toBeGreaterThan(0);
    expect(alert).not.toHaveBeenCalled();
    expect(evaluate).not.toHaveBeenCalled();
  });

  it('name no file outside their folder', () => {
    const root = '/imports/tour';
    const part = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'a',
      'B.jpg',
      '%2e',
      ':',
      'C:',
      'file:',
      '?',
      '#',
      '~',
      ' ',
      '\u0000',
      '\n',
      '…',
    );
    const name = fc.oneof(
      fc.array(part, { maxLength: 9 }).map((parts) => parts.join('')),
      fc.string(),
    );
    let inside = 0;
    fc.assert(
      fc.property(fc.constantFrom('', 'app/', 'app/tiles/'), name, (base, given) => {
        const named = pathInside(base, given);
        if (named === undefined) return;
        inside += 1;
        expect(path.resolve(root, named).startsWith(`${root}/`), given).toBe(true);
      }),
      { numRuns: RUNS, examples: [['', '.\\']] },
    );
    expect(inside).toBeGreaterThan(0);
  });

  const readMarzipanoData = () => [
    {
      id: '0-a',
      name: 'A',
      levels: [{ tileSize: 512, size: 512 }],
      faceSize: 400,
      initialViewParameters: { yaw: 0, pitch: 0, fov: 1 },
      linkHotspots: [{ yaw: 0, pitch: 0, rotation: 0, target: '0-a' }],
      infoHotspots: [{ yaw: 0, pitch: 0, title: 'T', text: 'x' }],
    },
  ];
});
