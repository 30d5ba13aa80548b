import type { ExperienceDetail } from '@oriel/contract';
import { type ApiResponse, api } from '../../api.ts';
import { sessionStore } from '../../storage.ts';

/** The visit that a link has begun in this tab, so that a reload does not open the link again: `{secret, visit}` as JSON. */
const KEY = 'oriel-visit';

/** A tour as its link shows it. */
export interface Visit {
  visit: string;
  experience: ExperienceDetail;
}

function storedVisit(secret: string): string | undefined {
  try {
    const stored = JSON.parse(sessionStore.getItem(KEY) ?? '{}') as { secret?: string; visit?: string };
    return stored.secret === secret ? stored.visit : undefined;
  } catch {
    return undefined;
  }
}

/** The tour of the visit that the link has begun in this tab; undefined where there is none, or not any more. */
export async function resumeVisit(secret: string): Promise<Visit | undefined> {
  const visit = storedVisit(secret);
  if (visit === undefined) return undefined;
  const experience = await readTour(visit).catch(() => undefined);
  return experience && { visit, experience };
}

/** Opens a link, which counts. @throws {ApiError} 401 `password_required`, 403 `wrong_code`, 404 `link_ended` */
export async function openLink(secret: string, password?: string): Promise<Visit> {
  const body = { secret, ...(password !== undefined && { password }) };
  const { data } = await api('POST /api/share-links/visits', { body });
  const { visit, experience } = data;
  sessionStore.setItem(KEY, JSON.stringify({ secret, visit }));
  return { visit, experience };
}

/** The tour, with URLs that are freshly signed. */
export async function readTour(visit: string): Promise<ExperienceDetail> {
  return (await api('POST /api/share-links/tour', { body: { visit } })).data.experience;
}

export async function readScene(
  visit: string,
  scene: string,
): Promise<ApiResponse<'POST /api/share-links/scene'>> {
  return (await api('POST /api/share-links/scene', { body: { visit, scene } })).data;
}
