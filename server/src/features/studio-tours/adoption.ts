import { isDeepStrictEqual } from 'node:util';
import type { TourDraft } from '@oriel/contract';
import type { Tx } from '../../database/database.ts';
import { deleteExperience } from '../catalogue/service.ts';
import { addPrepared } from '../studio-media/service.ts';
import { type AuditActor, memberBehind, recordAudit } from '../workspaces/service.ts';
import { type ExperienceWithTour, findWithTour, lockTourOf } from './adoption-store.ts';
import { parseDraft } from './draft.ts';
import * as store from './store.ts';

/** The draft that would publish an experience as it is. */
function draftOf({ place, seo, latitude, longitude, ...published }: ExperienceWithTour): TourDraft {
  const { title, propertyName, buttonTitle, country, city } = published;
  const isPlaced = latitude !== null && longitude !== null;
  return parseDraft({
    ...published,
    title: title ?? '',
    propertyName: propertyName ?? '',
    buttonTitle: buttonTitle ?? '',
    country: country ?? '',
    city: city ?? '',
    location: isPlaced ? { latitude, longitude } : null,
    facts: place?.facts ?? [],
    access: place?.access ?? null,
    website: place?.website ?? '',
    ...(seo && { seo }),
  });
}

export interface Adoption {
  workspaceId: string;
  experienceId: number;
  /** What the files of its document are called, by their assets. */
  names: ReadonlyMap<string, string>;
}

/**
 * Takes an experience that was published without the studio into a workspace, as the tour that it was published from. Where it was
 * taken in before and nobody has changed the draft since, the draft follows what visitors see.
 *
 * @param actor the member behind it is who is said to have published it
 * @returns the draft that visitors see; undefined where nothing is to be done
 */
export async function adoptExperience(
  tx: Tx,
  actor: AuditActor,
  { workspaceId, experienceId, names }: Adoption,
): Promise<TourDraft | undefined> {
  const published = await findWithTour(tx, experienceId, 'published');
  if (published === undefined) return undefined;
  const draft = draftOf(published);
  const owner = await lockTourOf(tx, experienceId);
  const place = owner && { workspaceId, tourId: owner.id };
  const found = place && (await store.findTour(tx, place));
  if (owner !== undefined) {
    const isUntouched = found?.state === 'published' && found.revision === found.publishedRevision;
    if (!isUntouched || isDeepStrictEqual(found.draft.document, draft.document)) return undefined;
  }
  await addPrepared(tx, actor, { workspaceId, names });
  const member = memberBehind(actor);
  const row =
    found === undefined
      ? await store.insertTour(tx, { workspaceId, draft, changedBy: member })
      : await store.updateDraft(tx, found.id, draft, member);
  const { id, revision } = row;
  const version = await store.setPublished(tx, id, { experienceId, revision, draft, publishedBy: member });
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: 'tour.published',
    subject: { kind: 'tour', id },
    before: { revision: found?.publishedRevision ?? null },
    after: { revision, version },
  });
  return draft;
}

/**
 * Makes a draft of an experience that is not complete, and that nobody can have unlocked; the experience is no more.
 *
 * @param actor the member behind it is who is said to have written the draft
 * @throws {Error} where it has no tour document
 */
export async function adoptDraft(
  tx: Tx,
  actor: AuditActor,
  { workspaceId, experienceId, names }: Adoption,
): Promise<void> {
  const found = await findWithTour(tx, experienceId, 'latest');
  if (found === undefined) throw new Error(`the experience ${experienceId} has no tour document`);
  const draft = draftOf(found);
  await addPrepared(tx, actor, { workspaceId, names });
  await deleteExperience(tx, experienceId);
  const { id } = await store.insertTour(tx, { workspaceId, draft, changedBy: memberBehind(actor) });
  await recordAudit(tx, { workspaceId, actor, action: 'tour.created', subject: { kind: 'tour', id } });
}
