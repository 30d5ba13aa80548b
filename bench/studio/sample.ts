/** What the benchmarks of the studio begin with: the demo's owner, a workspace of their own, and a photo. */
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import sharp from 'sharp';

export const OWNER = { email: 'owner@oriel.example', password: 'open-the-front-door' };

/**
 * A photo as a camera writes it, with so much grain that one of 11,008 pixels has about 30 MB. No two are equal: the server would have
 * the tiles of the second.
 *
 * @param width in pixels, a multiple of eight
 * @returns its path
 */
export async function makePhoto(folder: string, width: number): Promise<string> {
  const grain = sharp(randomBytes((width / 4) * (width / 8) * 3), {
    raw: { width: width / 4, height: width / 8, channels: 3 },
  });
  const file = path.join(folder, 'harbour-house.jpg');
  await grain
    .resize(width, width / 2)
    .jpeg({ quality: 92 })
    .toFile(file);
  return file;
}

/** Signs the owner in. @returns the access token */
export async function signIn(origin: string): Promise<string> {
  const { token } = await post(origin, '/api/auth/login', OWNER);
  return token;
}

/** A new workspace. @returns its id */
export async function createWorkspace(origin: string, token: string): Promise<string> {
  const { id } = await post(
    origin,
    '/api/console/workspaces',
    { name: `House ${randomUUID().slice(0, 8)}` },
    token,
  );
  return id;
}

async function post(origin: string, route: string, body: object, token = '') {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(origin + route, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${route} responded ${response.status}`);
  return response.json();
}
