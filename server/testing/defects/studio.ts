import type { Defect } from './defect.ts';

/** Where tours, categories and tags are edited, published, withdrawn and deleted. */
export const STUDIO_DEFECTS: readonly Defect[] = [
  {
    title: 'a change of a draft does not look at the revision that it was made to',
    file: 'server/src/features/studio-tours/service.ts',
    right: 'if (found.revision !== revision) return',
    wrong: 'if (found.revision < revision) return',
    test: 'server/src/features/studio-tours/studio-tours.test.ts',
    name: 'S4',
  },
  {
    title: 'a draft is read by its id, whatever the workspace',
    file: 'server/src/features/studio-tours/store.ts',
    right: `    .where('studio_tours.id', '=', tourId)
    .where('workspace_id', '=', workspaceId);`,
    wrong: `    .where('studio_tours.id', '=', tourId);`,
    test: 'server/src/features/studio-tours/studio-tours.test.ts',
    name: 'R5',
  },
  {
    title: 'a withdrawn tour opens for anyone who has its address',
    file: 'server/src/features/catalogue/service.ts',
    right: 'if (!isOfTeam) throw store.experienceNotFound();',
    wrong: '',
    test: 'server/src/features/studio-tours/withdrawal.test.ts',
    name: 'S3',
  },
  {
    title: 'the public address of a withdrawn tour’s picture goes on',
    file: 'server/src/features/studio-tours/publication.ts',
    right: `    await withdrawExperience(tx, row.experienceId);
    await closeTour(tx, row.experienceId);`,
    wrong: `    await withdrawExperience(tx, row.experienceId);`,
    test: 'server/src/features/studio-tours/withdrawal.test.ts',
    name: 'ends the public addresses',
  },
  {
    title: 'rooms of a withdrawn tour that everybody could stand in keep their public addresses',
    file: 'server/src/features/tours/presentation.ts',
    right: 'const gated = !opensForEverybody || (isGated',
    wrong: 'const gated = (isGated',
    test: 'server/src/features/studio-tours/withdrawal.test.ts',
    name: 'keeps all rooms',
  },
  {
    title: 'a tour that becomes public again is shown with the addresses that ended',
    file: 'server/src/features/studio-tours/audience.ts',
    right: `    await saveTour(tx, experienceId, shown?.tour, memberBehind(actor));
    await publishTour(tx, experienceId);`,
    wrong: `    if (shown !== undefined) await publishTour(tx, experienceId, 'published');`,
    test: 'server/src/features/studio-tours/visibility.test.ts',
    name: 'shows its pictures wherever it was read before',
  },
  {
    title: 'a tour is published without anybody having checked its pictures for people',
    file: 'server/src/features/studio-tours/service.ts',
    right: 'const unchecked = await findUnchecked(db, workspaceId, spheres);',
    wrong: 'const unchecked = new Set<string>();',
    test: 'server/src/features/studio-tours/privacy-gate.test.ts',
    name: 'P7',
  },
  {
    title: 'a tour is deleted that members have paid for',
    file: 'server/src/features/studio-tours/deletion.ts',
    right: 'if (experienceId !== null && (await isUnlocked(tx, experienceId)))',
    wrong: 'if (experienceId === undefined)',
    test: 'server/src/features/studio-tours/withdrawal.test.ts',
    name: 'stays while members keep it',
  },
  {
    title: 'a change at the catalogue desk does not look at the revision that it was made to',
    file: 'server/src/features/catalogue-desk/refusals.ts',
    right: 'if (list.revision === revision) return;',
    wrong: 'if (list.revision >= revision) return;',
    test: 'server/src/features/catalogue-desk/races.test.ts',
    name: 'of changes to one revision',
  },
  {
    title: 'a merge does not change the words that tours are found by',
    file: 'server/src/features/catalogue/lists/merge-store.ts',
    right: `  await endList(tx, 'category', from, into.id);
  await refreshExperiences(tx, members);`,
    wrong: `  await endList(tx, 'category', from, into.id);`,
    test: 'server/src/features/catalogue-desk/merge.test.ts',
    name: 'of categories moves tours',
  },
  {
    title: 'what led to a merged list leads to nothing',
    file: 'server/src/features/catalogue/lists/redirect-store.ts',
    right: `    .set({ list_id: to })
    .where('kind', '=', kind)
    .where('list_id', '=', from.id)`,
    wrong: `    .set({ list_id: to })
    .where('kind', '=', kind)
    .where('list_id', '=', to)`,
    test: 'server/src/features/catalogue-desk/merge.test.ts',
    name: 'leads on in one step',
  },
];
