import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { type Member, useCast } from '../workspaces/workspaces.fixture.ts';
import { hashUpload, type UploadDependencies } from './service.ts';

export const MEGABYTE = 1024 * 1024;
export const CHUNK = { 'content-type': 'application/offset+octet-stream' };

/** What the functions that tests call directly do not ask for. */
const UNUSED = {
  plans: { plans: new Map(), defaultBytes: 1 },
  keepFinishedMs: 1,
  readFiles: async () => ({ bytes: 0, files: 0 }),
  onFinished: async () => {},
};

interface Sent {
  member?: Member;
  headers?: Record<string, string>;
  body?: Uint8Array;
  origin?: string | undefined;
}

export const idOf = (path: string) => /u_[\w-]{22}/.exec(path)?.[0] ?? '';
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Two processes of one installation for the tests of a file, the members of its workspaces, and their requests by tus. Each
 * test begins without uploads.
 */
export function useUploads() {
  const site = useAccountsApp({ poolSize: 20 });
  const cast = useCast(site);
  // Filled before the first test.
  const origins = [] as string[] as [string, string];
  const uploads = {} as UploadDependencies;

  const createProcess = () =>
    createTestApp({
      db: site.db,
      storage: site.app.dependencies.storage,
      config: { secretKey: site.config.secretKey },
    });
  let other: TestApp;
  beforeAll(async () => {
    other = await createProcess();
    Object.assign(origins, [await site.listen(), await other.listen()]);
    const { storage } = site.app.dependencies;
    const dependencies = { db: site.db, storage, workDir: `${site.config.dataDir}/upload-work`, ...UNUSED };
    Object.assign(uploads, dependencies satisfies UploadDependencies);
  });
  afterAll(() => other.close());
  beforeEach(async () => {
    await sql`DELETE FROM uploads`.execute(site.db);
    await sql`DELETE FROM studio_media`.execute(site.db);
    await site.app.dependencies.storage.removeAll('uploads/');
    await sql`UPDATE workspaces SET storage_bytes = NULL`.execute(site.db);
  });

  const collection = () => `/api/studio/uploads?workspace=${cast.workspace}`;

  /** Sends a request by tus, as the editor unless it says otherwise. */
  function send(method: string, path: string, { member, headers = {}, body, origin }: Sent = {}) {
    const { token } = member ?? cast.roles.editor;
    return fetch((origin ?? origins[0]) + path, {
      method,
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
      ...(body && { body: body as BodyInit }),
    });
  }

  /** How many bytes the first process has of the pieces on their way. */
  async function countArriving(): Promise<number> {
    const names = await readdir(uploads.workDir).catch(() => []);
    const files = await Promise.all(names.map((name) => stat(`${uploads.workDir}/${name}`)));
    return files.reduce((sum, { size }) => sum + size, 0);
  }

  return {
    site,
    cast,
    origins,
    uploads,
    /** Another process, which its test closes. */
    createProcess,
    collection,
    send,
    /** Begins an upload. @returns its path */
    begin: async (size: number, options: Sent = {}): Promise<string> => {
      const headers = { 'upload-length': `${size}`, ...options.headers };
      const response = await send('POST', collection(), { ...options, headers });
      expect(response.status).toBe(201);
      return response.headers.get('location') ?? '';
    },
    append: (path: string, offset: number, body: Uint8Array, options: Sent = {}) =>
      send('PATCH', path, {
        body,
        ...options,
        headers: { ...CHUNK, 'upload-offset': `${offset}`, ...options.headers },
      }),
    /** Begins to send an upload in one request, and stalls once its first part has arrived. */
    stall: async (path: string, bytes: Uint8Array, sent: number): Promise<Socket> => {
      const { hostname, port } = new URL(origins[0]);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        `PATCH ${path} HTTP/1.1\r\nHost: ${hostname}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
          `Authorization: Bearer ${cast.roles.editor.token}\r\nContent-Type: application/offset+octet-stream\r\n` +
          `Content-Length: ${bytes.length}\r\n\r\n`,
      );
      socket.write(bytes.subarray(0, sent));
      await expect.poll(countArriving, { timeout: 10_000 }).toBe(sent);
      return socket;
    },
    offsetOf: async (path: string, options?: Sent) =>
      Number((await send('HEAD', path, options)).headers.get('upload-offset')),
    /** The SHA-256 of what has arrived, once it is all there. */
    hashOf: (path: string) => hashUpload(uploads, idOf(path)),
    /** The stored pieces of all uploads. */
    objects: () => Array.fromAsync(site.app.dependencies.storage.list('uploads/')),
  };
}
