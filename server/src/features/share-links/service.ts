import { createHash, randomBytes } from 'node:crypto';
import { type ExperienceDetail, MAX_SHARE_LINKS, type SceneDetail, type ShareLink } from '@oriel/contract';
import { type Db, inTransaction } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { withAttemptLimit } from '../../rate-limit/attempts.ts';
import type { ClientSource } from '../../rate-limit/client-source.ts';
import { rateLimitsFor } from '../../rate-limit/rate-limit.ts';
import type { Accounts } from '../accounts/service.ts';
import type { Catalogue, SharedDetail } from '../catalogue/service.ts';
import { lockTour, readTour, type TourPlace } from '../studio-tours/service.ts';
import { type AuditActor, memberBehind, recordAudit } from '../workspaces/service.ts';
import * as store from './store.ts';

export { deleteEndedVisits } from './store.ts';

/** Reads scenes of published tours; the tours feature implements it. */
export interface SceneSource {
  scene(
    access: {
      version: number | undefined;
      experienceId: number;
      isGated: boolean;
      opensForEverybody: boolean;
      isPermitted: boolean;
      memberId: string | undefined;
    },
    sceneId: string,
  ): Promise<SceneDetail>;
}

export interface ShareLinkContext {
  db: Db;
  catalogue: Catalogue;
  tours: SceneSource;
  passwords: Accounts['passwords'];
}

const SECRET_BYTES = 24;
const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url');
const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Wrong passwords of one link, from everywhere: those of the link are few, and a machine is stopped. */
const linkLimit = (linkId: string) => ({
  key: `share-link-password:${linkId}`,
  max: 30,
  windowSeconds: 3600,
});
const PASSWORD_RULE = { name: 'share-link-password', max: 10, windowSeconds: 900 };

function presentLink({ createdAt, expiresAt, lastOpenedAt, ...row }: store.LinkRow): ShareLink {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
  };
}

/** @throws {AppError} 404 `tour_not_found` */
export async function listLinks(db: Db, place: TourPlace): Promise<ShareLink[]> {
  await readTour(db, place);
  return (await store.findLinks(db, place.tourId)).map(presentLink);
}

/**
 * Makes a link.
 *
 * @param link `days` until it ends and `maxOpenings`, each null for no limit
 * @returns the link with its URL, whose secret is stored nowhere
 * @throws {AppError} 404 `tour_not_found`, 409 `too_many_links`
 */
export async function createLink(
  { db, passwords }: Pick<ShareLinkContext, 'db' | 'passwords'>,
  actor: AuditActor,
  place: TourPlace,
  link: { label: string; days: number | null; maxOpenings: number | null; password: string | null },
): Promise<ShareLink & { path: string }> {
  const { label, days, maxOpenings, password } = link;
  const secret = newSecret();
  const passwordHash = password === null ? null : await passwords.hash(password);
  return inTransaction(db, async (tx) => {
    await lockTour(tx, place);
    if ((await store.countLinks(tx, place.tourId)) >= MAX_SHARE_LINKS)
      throw new AppError(
        409,
        'too_many_links',
        `A tour has at most ${MAX_SHARE_LINKS} links. Revoke one first.`,
      );
    const id = await store.insertLink(tx, {
      tourId: place.tourId,
      label,
      days,
      maxOpenings,
      passwordHash,
      digest: digestOf(secret),
      createdBy: memberBehind(actor),
    });
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'share-link.created',
      subject: { kind: 'tour', id: place.tourId },
      after: { link: id, days, maxOpenings, hasPassword: password !== null },
    });
    return { ...presentLink(await store.getLink(tx, place.tourId, id)), path: `/shared#${secret}` };
  });
}

/**
 * Ends a link at once, in all processes, and the visits by it.
 *
 * @throws {AppError} 404 `tour_not_found`, `link_not_found`
 */
export async function revokeLink(
  db: Db,
  actor: AuditActor,
  { linkId, ...place }: TourPlace & { linkId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTour(tx, place);
    if (!(await store.revokeLinkRow(tx, place.tourId, linkId)))
      throw new AppError(404, 'link_not_found', 'There is no such link of this tour.');
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'share-link.revoked',
      subject: { kind: 'tour', id: place.tourId },
      after: { link: linkId },
    });
  });
}

/** The error for links that never were, were revoked, have expired or are used up: they look alike. */
function linkEnded(): AppError {
  return new AppError(404, 'link_ended', 'This link does not open a tour, or not any more.');
}

/** What a visit shows of a tour: everything, whatever it costs. */
async function findShared(
  { catalogue }: ShareLinkContext,
  experienceId: number,
): Promise<{ found: SharedDetail; experience: ExperienceDetail }> {
  const found = await catalogue.find({ column: 'id', value: experienceId }, `shared ${experienceId}`);
  return { found, experience: await catalogue.presentOpened(found) };
}

/**
 * Opens a link, which is counted exactly, and begins a visit.
 *
 * @param source of the request, whose wrong passwords are limited
 * @throws {AppError} 401 `password_required`, 403 `wrong_code`, 404 `link_ended`, 429 `too_many_requests`, 503 `busy`
 */
export async function openLink(
  context: ShareLinkContext,
  { secret, password }: { secret: string; password?: string | undefined },
  source: ClientSource,
): Promise<{ experience: ExperienceDetail; until: string; visit: string }> {
  const { db, passwords } = context;
  const link = await store.findLiveLink(db, digestOf(secret));
  if (link === undefined) throw linkEnded();
  const { id, passwordHash } = link;
  if (passwordHash !== null) {
    if (password === undefined) throw new AppError(401, 'password_required', 'This link needs a password.');
    await withAttemptLimit(db, [linkLimit(id), ...rateLimitsFor(PASSWORD_RULE, source)], async () => {
      if (!(await passwords.verify(passwordHash, password)))
        throw new AppError(403, 'wrong_code', 'The password is not correct.');
    });
  }
  const visit = newSecret();
  const opened = await inTransaction(db, (tx) => store.countOpening(tx, id, digestOf(visit)));
  if (opened === undefined) throw linkEnded();
  const { experience } = await findShared(context, opened.experienceId);
  return { experience, until: opened.until.toISOString(), visit };
}

/** @throws {AppError} 404 `link_ended` */
async function findVisit({ db }: ShareLinkContext, visit: string) {
  const found = await store.findVisit(db, digestOf(visit));
  if (found === undefined) throw linkEnded();
  return found;
}

/** The tour of a visit. @throws {AppError} 404 `link_ended` */
export async function readShared(
  context: ShareLinkContext,
  visit: string,
): Promise<{ experience: ExperienceDetail; until: string }> {
  const { experienceId, until } = await findVisit(context, visit);
  return { experience: (await findShared(context, experienceId)).experience, until: until.toISOString() };
}

/** A scene of the tour of a visit. @throws {AppError} 404 `link_ended`, `scene_not_found` */
export async function readSharedScene(
  context: ShareLinkContext,
  { visit, scene }: { visit: string; scene: string },
): Promise<SceneDetail> {
  const { experienceId } = await findVisit(context, visit);
  const { found, experience } = await findShared(context, experienceId);
  const access = {
    version: found.tourVersion,
    experienceId,
    isGated: experience.tokensRequired > 0,
    opensForEverybody: false,
    isPermitted: true,
    memberId: undefined,
  };
  return context.tours.scene(access, scene);
}
