import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { allowedEdits, editDistance, numberForms, searchWords } from './words.ts';

/** How many words of the catalogue one typed word may match. */
const MAX_ALTERNATIVES = 24;
/** Shorter prefixes would match too many words. */
const MIN_PREFIX_LENGTH = 2;
/** Sorts after every other character. */
const LAST_CHARACTER = '\u{10ffff}';

/** A word of the catalogue and how many experiences contain it. */
interface Word {
  word: string;
  documents: number;
}

interface KnownWord extends Word {
  typed: string;
  /** Whether it is the typed word itself, or its singular or plural. */
  isExact: boolean;
}

/** The words of the catalogue that equal a typed word, in singular or plural, or begin with it; frequent ones first. */
async function findKnownWords(db: Db, typed: readonly string[]): Promise<KnownWord[]> {
  const forms = typed.flatMap((word) => numberForms(word).map((form) => ({ word, form })));
  const { rows } = await sql<KnownWord>`
    SELECT forms.typed, w.word, w.documents, true AS "isExact"
    FROM unnest(${forms.map(({ word }) => word)}::text[], ${forms.map(({ form }) => form)}::text[]) AS forms (typed, form)
    JOIN search_words AS w ON w.word = forms.form COLLATE "C"
    WHERE w.documents > 0
    UNION ALL
    SELECT prefix.typed, longer.word, longer.documents, false
    FROM unnest(${typed.filter((word) => word.length >= MIN_PREFIX_LENGTH)}::text[]) AS prefix (typed)
    CROSS JOIN LATERAL (
      SELECT w.word, w.documents FROM search_words AS w
      WHERE w.word > prefix.typed COLLATE "C" AND w.word < (prefix.typed || ${LAST_CHARACTER}) COLLATE "C" AND w.documents > 0
      ORDER BY w.documents DESC, w.word
      LIMIT ${sql.lit(MAX_ALTERNATIVES)}
    ) AS longer
  `.execute(db);
  return rows;
}

/** The most likely corrections of a typed word: the nearest candidates within the allowed edit distance. */
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

/** Candidates for corrections of `t.typed`; both queries read few words, however large the catalogue is. */
const ONE_EDIT = sql`
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
  candidates: typeof ONE_EDIT,
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

/** Words of the catalogue that look like those of a search that finds nothing, the most similar first. */
export async function similarWords(db: Db, q: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT near.word
    FROM unnest(${searchWords(q)}::text[]) AS t (typed) CROSS JOIN LATERAL (
      SELECT alike.word, similarity(alike.word, t.typed) AS likeness
      FROM (SELECT w.word, w.documents FROM search_words AS w WHERE w.word % t.typed LIMIT 2000) AS alike
      WHERE alike.documents > 0 AND alike.word <> t.typed
      ORDER BY likeness DESC LIMIT ${sql.lit(count)}
    ) AS near
    GROUP BY near.word ORDER BY max(near.likeness) DESC, near.word LIMIT ${sql.lit(count)}
  `.execute(db);
  return rows.map(({ word }) => word);
}

/** Likely corrections of words that the catalogue does not contain. */
async function correctedWords(db: Db, typed: readonly string[]): Promise<Map<string, Word[]>> {
  const oneEdit = await correct(db, typed, ONE_EDIT);
  const others = typed.filter((word) => !oneEdit.has(word) && allowedEdits(word) > 1);
  return new Map([...oneEdit, ...(await correct(db, others, SHARED_TRIGRAMS))]);
}

/** The words of a search, resolved to words of the catalogue. */
export interface SearchedWords {
  /** For each typed word the words of the catalogue that match it; a matching experience contains one of each group. */
  groups: string[][];
  /** An upper bound of the number of matching experiences. */
  maxCount: number;
  /** The exact number, known for a single word. */
  exactCount: number | undefined;
}

function summarise(groups: readonly Word[][]): SearchedWords {
  const sums = groups.map((group) => group.reduce((sum, { documents }) => sum + documents, 0));
  return {
    groups: groups.map((group) => group.map(({ word }) => word)),
    maxCount: Math.min(...sums),
    exactCount: groups.length === 1 && groups[0]?.length === 1 ? sums[0] : undefined,
  };
}

/**
 * Resolves a search text. The last word may be a prefix; the others are completed or corrected only if the catalogue does
 * not contain them.
 *
 * @returns undefined if a word matches nothing, or if the text contains no words
 */
export async function searchedWords(db: Db, q: string): Promise<SearchedWords | undefined> {
  const typed = searchWords(q);
  if (typed.length === 0) return undefined;
  const known = await findKnownWords(db, typed);
  const groups = typed.map((word, index): Word[] => {
    const exact = known.filter((row) => row.typed === word && row.isExact);
    const longer = known.filter((row) => row.typed === word && !row.isExact);
    const isLast = index === typed.length - 1;
    const matches = isLast || exact.length === 0 ? [...exact, ...longer] : exact;
    return [...new Map(matches.map((row) => [row.word, row])).values()];
  });
  const unknown = typed.filter((_, index) => groups[index]?.length === 0);
  if (unknown.length === 0) return summarise(groups);
  const corrected = await correctedWords(db, unknown);
  if (unknown.some((word) => !corrected.has(word))) return undefined;
  return summarise(
    groups.map((group, index) => (group.length > 0 ? group : (corrected.get(typed[index] ?? '') ?? []))),
  );
}
