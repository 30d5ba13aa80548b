import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { allowedEdits, editDistance, numberForms, searchWords } from './words.ts';

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

/** Of words that are like a typed one, those that it was probably meant to be: the nearest within what is forgiven. */
function nearest(typed: string, candidates: readonly Word[]): Word[] {
  let best = allowedEdits(typed);
  let words: Word[] = [];
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate.word);
    if (distance > best) continue;
    if (distance < best) words = [];
    best = distance;
    words.push(candidate);
  }
  return words.toSorted((a, b) => b.documents - a.documents).slice(0, MAX_ALTERNATIVES);
}

/** How the words of the catalogue that are like `t.typed` are found; each looks at few, however many there are. */
const ONE_SLIP = sql`
  SELECT w.word, w.documents FROM search_words AS w
  WHERE w.neighbours && neighbours_of(t.typed) AND w.documents > 0
  LIMIT 500`;
const SHARED_TRIGRAMS = sql`
  SELECT alike.word, alike.documents
  FROM (SELECT w.word, w.documents FROM search_words AS w WHERE w.word % t.typed LIMIT 2000) AS alike
  WHERE alike.documents > 0 AND length(alike.word) BETWEEN length(t.typed) - 2 AND length(t.typed) + 2
  ORDER BY similarity(alike.word, t.typed) DESC
  LIMIT 50`;

async function correct(
  db: Db,
  typed: readonly string[],
  candidates: typeof ONE_SLIP,
): Promise<Map<string, Word[]>> {
  if (typed.length === 0) return new Map();
  const { rows } = await sql<Word & { typed: string }>`
    SELECT t.typed, near.word, near.documents
    FROM unnest(${typed}::text[]) AS t (typed) CROSS JOIN LATERAL (${candidates}) AS near
  `.execute(db);
  const corrected = typed.map(
    (word) =>
      [
        word,
        nearest(
          word,
          rows.filter((row) => row.typed === word),
        ),
      ] as const,
  );
  return new Map(corrected.filter(([, words]) => words.length > 0));
}

/** For words that the catalogue does not know: those that they were probably meant to be. */
async function correctedWords(db: Db, typed: readonly string[]): Promise<Map<string, Word[]>> {
  const once = await correct(db, typed, ONE_SLIP);
  const others = typed.filter((word) => !once.has(word) && allowedEdits(word) > 1);
  return new Map([...once, ...(await correct(db, others, SHARED_TRIGRAMS))]);
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
