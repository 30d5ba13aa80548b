import type { TourDraft } from '@oriel/contract';
import { isSame } from './merge-patch.ts';

/** What a file is called now, by what it was called before. */
export type ReplacedAssets = ReadonlyMap<string, string>;

const spheresIn = ({ document }: TourDraft): (string | undefined)[] =>
  (document?.scenes ?? []).flatMap(({ media, lights = [] }) => [
    media,
    ...lights.map((light) => light.media),
  ]);

function renamed(value: unknown, assets: ReplacedAssets): unknown {
  if (typeof value === 'string') return assets.get(value) ?? value;
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, assets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, assets)]));
}

/** Members of a draft with files under the names that they have now. */
export function withAssets<Members extends Partial<TourDraft>>(
  members: Members,
  assets: ReplacedAssets,
): Members {
  if (!members.document) return members;
  return { ...members, document: renamed(members.document, assets) as TourDraft['document'] };
}

/**
 * The 360-degree files that have others in their place, where nothing else is different: so the server leaves a draft once the
 * blur of a picture has made a new file of it.
 */
export function replacedAssets(before: TourDraft, after: TourDraft): ReplacedAssets | undefined {
  const [old, now] = [spheresIn(before), spheresIn(after)];
  const assets = new Map<string, string>();
  old.forEach((asset, index) => {
    const name = now[index];
    if (asset !== undefined && name !== undefined && asset !== name) assets.set(asset, name);
  });
  return assets.size > 0 && isSame(withAssets(before, assets), after) ? assets : undefined;
}
