import path from 'node:path';
import { type Tour, tourAssets, tourSpheres } from '@oriel/contract';
import { type Db, inTransaction } from '../database/database.ts';
import { signWithoutPeople } from '../features/privacy-checks/service.ts';
import { addMissingPreviews } from '../features/studio-media/service.ts';
import { adoptExperience } from '../features/studio-tours/adoption.ts';
import { lockPublications } from '../features/tours/service.ts';
import { findOwner } from '../features/workspaces/staff/store.ts';
import { findFirstWorkspace } from '../features/workspaces/team/store.ts';
import type { Storage } from '../gateways/storage.ts';
import { isSameTour } from './missing.ts';
import { readSampleTours, type SampleScenes, sampleFile } from './sample-tours.ts';
import { findExperienceIds, findLatestTours } from './store.ts';

const fileName = (name: string) => path.basename(sampleFile(name));

/** What the files of a stored tour are called in `content/media`, by their assets. */
function namesOf(sample: SampleScenes, stored: Tour): Map<string, string> {
  const names = tourAssets(sample.tour).map(({ asset }) => asset);
  return new Map(tourAssets(stored).map(({ asset }, index) => [asset, fileName(names[index] ?? asset)]));
}

/**
 * Puts the demo's tours of several scenes into the studio's first workspace, as its owner's, so that the studio has tours to look into
 * and to change. Tours that others have edited, and the workspace's own, stay as they are.
 *
 * @returns how many tours were put there, or follow the demo of this release
 */
export async function fillDemoStudio({ db, storage }: { db: Db; storage: Storage }): Promise<number> {
  const samples = await readSampleTours();
  const slugs = samples.map(({ slug }) => slug);
  const filled = await inTransaction(db, async (tx) => {
    const owner = await findOwner(tx);
    if (owner === undefined) return undefined;
    // The first lock of every transaction that publishes.
    await lockPublications(tx);
    const workspaceId = await findFirstWorkspace(tx);
    const actor = { kind: 'job', id: 'demo', memberId: owner.memberId } as const;
    const [ids, latest] = [await findExperienceIds(tx, slugs), await findLatestTours(tx, slugs)];
    let adopted = 0;
    for (const sample of samples) {
      const experienceId = ids.get(sample.slug);
      const stored = latest.get(sample.slug);
      if (experienceId === undefined || stored === undefined) continue;
      if (stored.savedBy !== 'demo' || !isSameTour(stored.document, sample.tour)) continue;
      const names = namesOf(sample, stored.document);
      const draft = await adoptExperience(tx, actor, { workspaceId, experienceId, names });
      if (draft === undefined) continue;
      adopted += 1;
      // All of them are drawn by programs.
      const assets = tourSpheres(stored.document).map(({ asset }) => asset);
      await signWithoutPeople(tx, actor, { workspaceId, assets });
    }
    return { workspaceId, adopted };
  });
  if (filled === undefined) return 0;
  await addMissingPreviews({ db, storage }, filled.workspaceId);
  return filled.adopted;
}
