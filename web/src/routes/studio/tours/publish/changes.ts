import type { Tour, TourDraft, TourScene } from '@oriel/contract';
import { formatTokens } from '../../../../format.ts';
import { isSame } from '../draft/merge-patch.ts';

/** The names of categories, subcategories and tags by their ids; ids that are not known have none. */
export interface ListNames {
  category: (id: number) => string | undefined;
  subcategory: (id: number) => string | undefined;
  tag: (id: number) => string | undefined;
}

/** One thing that visitors will see differently. */
export interface ChangeInWords {
  field: string;
  words: string;
}

const LONGEST = 60;
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text);

const fromTo = (before: string, after: string): string => {
  if (before === '') return `now “${short(after)}”`;
  if (after === '') return `no longer “${short(before)}”`;
  return `“${short(after)}” instead of “${short(before)}”`;
};

const priceOf = (price: number | null) => (price === null ? '' : price === 0 ? 'free' : formatTokens(price));
const plain = (text: string) => text.trim();

const TEXTS = [
  ['title', 'Title'],
  ['propertyName', 'Property name'],
  ['buttonTitle', 'Button'],
  ['country', 'Country'],
  ['city', 'City'],
  ['website', 'Website'],
  ['slug', 'Address'],
] as const;

/** What differs in a whole, without its words. */
const WHOLES = [
  ['description', 'Description'],
  ['facts', 'Facts'],
  ['access', 'Way in'],
  ['location', 'Location on the map'],
  ['seo', 'Search texts'],
] as const;

/** What visitors will see differently once `after` is published in place of `before`. */
export function changesBetween(before: TourDraft, after: TourDraft, names: ListNames): ChangeInWords[] {
  const changes: ChangeInWords[] = [];
  const add = (field: string, words: string) => changes.push({ field, words });
  for (const [name, field] of TEXTS)
    if (!isSame(before[name], after[name])) add(field, fromTo(plain(before[name]), plain(after[name])));
  for (const [name, field] of WHOLES) if (!isSame(before[name], after[name])) add(field, 'changed');
  for (const [name, field] of [
    ['category', 'Category'],
    ['subcategory', 'Subcategory'],
  ] as const) {
    const nameOf = (id: number | null) => (id === null ? '' : (names[name](id) ?? ''));
    if (before[name] !== after[name]) add(field, fromTo(nameOf(before[name]), nameOf(after[name])));
  }
  const tagWords = listWords(before.tags, after.tags, (id) => names.tag(id) ?? 'a tag');
  if (tagWords !== '') add('Tags', tagWords);
  if (before.price !== after.price)
    add(
      'Price',
      `${priceOf(after.price) || 'not decided'} instead of ${priceOf(before.price) || 'not decided'}`,
    );
  if (before.isInPlans !== after.isInPlans)
    add('Plans', after.isInPlans ? 'members with a plan open it without tokens' : 'no longer part of plans');
  return [...changes, ...documentChanges(before.document, after.document)];
}

function listWords<Id>(before: readonly Id[], after: readonly Id[], nameOf: (id: Id) => string): string {
  const added = after.filter((id) => !before.includes(id)).map(nameOf);
  const removed = before.filter((id) => !after.includes(id)).map(nameOf);
  const parts = [
    added.length > 0 && `with ${added.join(', ')}`,
    removed.length > 0 && `without ${removed.join(', ')}`,
  ];
  return parts.filter(Boolean).join('; ');
}

const nameOfScene = ({ title, id }: TourScene) => `“${title || id}”`;

function documentChanges(before: Tour | null, after: Tour | null): ChangeInWords[] {
  const changes: ChangeInWords[] = [];
  const [old, now] = [before?.scenes ?? [], after?.scenes ?? []];
  const say = (field: string, scenes: readonly TourScene[], verb: string) => {
    if (scenes.length > 0) changes.push({ field, words: `${verb}: ${scenes.map(nameOfScene).join(', ')}` });
  };
  const oldOf = (scene: TourScene) => old.find(({ id }) => id === scene.id);
  const kept = now.filter((scene) => oldOf(scene) !== undefined);
  say(
    'Scenes',
    now.filter((scene) => oldOf(scene) === undefined),
    'added',
  );
  say(
    'Scenes',
    old.filter(({ id }) => !now.some((scene) => scene.id === id)),
    'removed',
  );
  say(
    'Scenes',
    kept.filter((scene) => !isSame(oldOf(scene), scene)),
    'changed',
  );
  const oldOrder = old.filter(({ id }) => kept.some((scene) => scene.id === id)).map(({ id }) => id);
  if (
    !isSame(
      oldOrder,
      kept.map(({ id }) => id),
    )
  )
    changes.push({ field: 'Scenes', words: 'in another order' });
  const start = now.find(({ id }) => id === after?.start);
  if (before && start && before.start !== after?.start)
    changes.push({ field: 'Start', words: `visitors begin in ${nameOfScene(start)}` });
  const rest: [keyof Tour, string, string][] = [
    ['previewScenes', 'Free scenes', 'others may be looked at without unlocking'],
    ['plans', 'Floor plans', 'changed'],
    ['guide', 'Guided tour', 'changed'],
  ];
  for (const [name, field, words] of rest)
    if (!isSame(before?.[name] ?? [], after?.[name] ?? [])) changes.push({ field, words });
  return changes;
}
