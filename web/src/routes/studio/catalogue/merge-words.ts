import type { Merge } from '@oriel/contract';
import type { ListKind } from './entries.ts';

const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`;
const listed = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);

/** What a merge does, sentence by sentence. */
export function mergeSentences(kind: ListKind, name: string, merge: Merge): string[] {
  const {
    into,
    tours,
    namedBeside: besides,
    drafts,
    subcategories,
    mergedSubcategories: merged,
    tags,
    widened,
  } = merge;
  const target = `“${into.name}”`;
  const moves =
    kind === 'tag' ? (tours === 1 ? 'gets the tag' : 'get the tag') : tours === 1 ? 'moves to' : 'move to';
  const sentences: (string | false)[] = [
    tours === 0 ? 'No tour moves.' : `${counted(tours, 'tour')} ${moves} ${target}.`,
    besides > 0 &&
      `${counted(besides, 'tour')} of other categories will name ${target} beside ${besides === 1 ? 'its' : 'their'} own.`,
    subcategories.length > 0 &&
      `${counted(subcategories.length, 'subcategory', 'subcategories')} ${subcategories.length === 1 ? 'moves' : 'move'} along: ${listed(subcategories)}.`,
    merged.length > 0 &&
      `${listed(merged)} ${merged.length === 1 ? 'is' : 'are'} merged with what has the same name there.`,
    tags.length > 0 && `${counted(tags.length, 'tag')} will be offered in ${target}: ${listed(tags)}.`,
    widened && `${target} will be offered in all categories.`,
    drafts > 0 && `${counted(drafts, 'draft')} will name ${target}.`,
    `“${name}” ends, and its old address leads to ${target}.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}
