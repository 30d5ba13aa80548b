import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import { editDistance, forgivenEdits, numberForms, searchWords } from './words.ts';

/** How many words of the catalogue one typed word may stand for. */
const MAX_ALTERNATIVES = 24;
/** Shorter beginnings would stand for too many words. */
const MIN_PREFIX_LENGTH = 2;
/** Sorts behind every character. */
const LAST_CHARACTER = '\u{10ffff}';

/** A word of the catalogue and how many experiences hold it. */
interface Word {
  word: string;
  documents: number;
}

interface Known extends Word {
  typed: string;
  /** Whether it is the typed word itself, or its singular or plural. */
  isExact: boolean;
}

/** The words of the catalogue that equal a typed one, up to its number, or begin with it; the frequent ones first. */
async function knownWords(db: Db, typed: readonly string[]): Promise<Known[]> {
  const forms = typed.flatMap((word) => numberForms(word).map((form) => ({ word, form })));
  const { rows } = await sql<Known>`
    SELECT forms.typed, w.word, w.documents, true AS "isExact"
    FROM unnest(${forms.map(({ word }) => word)}::text[], ${forms.map(({ form }) => form)}::text[]) AS forms (typed, form)
    JOIN search_words AS w ON w.word = forms.form COLLATE "C"
    WHERE w.documents > 0
    UNION ALL
    SELECT begun.typed, longer.word, longer.documents, false
    FROM unnest(${typed.filter((word) => word.length >= MIN_PREFIX_LENGTH)}::text[]) AS begun (typed)
    CROSS JOIN LATERAL (
      SELECT w.word, w.documents FROM search_words AS w
      WHERE w.word > begun.typed COLLATE "C" AND w.word < (begun.typed || ${LAST_CHARACTER}) COLLATE "C" AND w.documents > 0
      ORDER BY w.documents DESC, w.word
      LIMIT ${sql.lit(MAX_ALTERNATIVES)}
    ) AS longer
  `.execute(db);
  return rows;
}

/** For words that the catalogue does not know: those that they were probably meant to be, the nearest only. */
async function correctedWords(db: Db, typed: readonly string[]): Promise<Map<string, Word[]>> {
  const corrected = new Map<string, { distance: number; words: Word[] }>();
  const { rows } = await sql<Word & { typed: string }>`
    SELECT t.typed, near.word, near.documents FROM unnest(${typed}::text[]) AS t (typed), LATERAL similar_words(t.typed) AS near
  `.execute(db);
  for (const row of rows) {
    const distance = editDistance(row.typed, row.word);
    if (distance > forgivenEdits(row.typed)) continue;
    const best = corrected.get(row.typed);
    if (best === undefined || distance < best.distance) corrected.set(row.typed, { distance, words: [row] });
    else if (distance === best.distance) best.words.push(row);
  }
  return new Map([...corrected].map(([word, { words }]) => [word, words.slice(0, MAX_ALTERNATIVES)]));
}

/** What a search looks for. */
export interface SearchedWords {
  /** For each typed word those of the catalogue that it stands for; a match holds one of each. */
  groups: string[][];
  /** No more experiences than this match. */
  atMost: number;
  /** How many match, where that is known: for a single word. */
  exactly: number | undefined;
}

function summarise(groups: readonly Word[][]): SearchedWords {
  const sums = groups.map((group) => group.reduce((sum, { documents }) => sum + documents, 0));
  return {
    groups: groups.map((group) => group.map(({ word }) => word)),
    atMost: Math.min(...sums),
    exactly: groups.length === 1 && groups[0]?.length === 1 ? sums[0] : undefined,
  };
}

/**
 * Looks up what was typed. The last word may be unfinished; the others are completed or corrected only where the
 * catalogue does not know them.
 *
 * @returns undefined when a word stands for none, or when nothing was typed that could be looked for
 */
export async function searchedWords(db: Db, q: string): Promise<SearchedWords | undefined> {
  const typed = searchWords(q);
  if (typed.length === 0) return undefined;
  const known = await knownWords(db, typed);
  const groups = typed.map((word, index): Word[] => {
    const exact = known.filter((row) => row.typed === word && row.isExact);
    const longer = known.filter((row) => row.typed === word && !row.isExact);
    const isLast = index === typed.length - 1;
    const standsFor = isLast || exact.length === 0 ? [...exact, ...longer] : exact;
    return [...new Map(standsFor.map((row) => [row.word, row])).values()];
  });
  const unknown = typed.filter((_, index) => groups[index]?.length === 0);
  if (unknown.length === 0) return summarise(groups);
  const corrected = await correctedWords(db, unknown);
  if (unknown.some((word) => !corrected.has(word))) return undefined;
  return summarise(
    groups.map((group, index) => (group.length > 0 ? group : (corrected.get(typed[index] ?? '') ?? []))),
  );
}
