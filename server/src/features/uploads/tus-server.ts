import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import { AppError, notFound } from '../../errors.ts';
import { createLeases } from './lease.ts';
import {
  appendToUpload,
  beginUpload,
  removeUpload,
  UPLOAD_LIFETIME_MS,
  type UploadDependencies,
} from './service.ts';
import { findUpload, isOwnUpload, newUploadId, type UploadOwner } from './store.ts';

/** How long a request may go on once another one wants its upload: what has arrived then counts. */
const DRAIN_MS = 500;

/** Keeps the pieces of uploads in the storage, and everything else in the database. */
class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  readonly #dependencies: UploadDependencies;

  constructor(dependencies: UploadDependencies) {
    super();
    this.#dependencies = dependencies;
  }

  /** `onUploadCreate` has begun it, as it knows whose it is. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.#dependencies.db, id);
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    const { metadata, size, received, createdAt } = row;
    const upload = { id, metadata, size, offset: received };
    // A file that was sent whole need not be sent again, whatever has become of it; without its date it does not expire.
    if (received === size) return new Upload(upload);
    if (row.isExpired) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({ ...upload, creation_date: createdAt.toISOString() });
  }

  override write(stream: Readable, id: string, offset: number): Promise<number> {
    return appendToUpload(this.#dependencies, id, offset, stream);
  }

  override remove(id: string): Promise<void> {
    return removeUpload(this.#dependencies, id);
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_MS;
  }
}

/** Errors of the protocol's implementation by status, as the API sends them. */
const REFUSALS: Record<number, [code: string, detail: string]> = {
  403: ['offset_missing', 'The request must say where its bytes belong (Upload-Offset).'],
  409: ['offset_conflict', 'The upload continues at another place.'],
  410: ['upload_expired', 'This upload was left for too long. Please begin it again.'],
  413: ['upload_too_large', 'The file is too large.'],
};

function asAppError(error: { status_code: number; body: string }): AppError {
  const { status_code: status, body } = error;
  if (error === ERRORS.ERR_LOCK_TIMEOUT || error === ERRORS.ABORTED)
    return new AppError(423, 'upload_locked', 'Another request works on this upload.', {
      'retry-after': '1',
    });
  if (status === 404) return notFound();
  const [code, detail] = REFUSALS[status] ?? ['invalid_upload', `The request is not valid: ${body.trim()}.`];
  return new AppError(status, code, detail);
}

/** Handles a request by tus 1.0. */
export type HandleTus = (request: Request, owner: UploadOwner) => Promise<Response>;

export interface TusOptions {
  /** The path of uploads. */
  path: string;
  /** The most bytes of a file. */
  maxBytes: number;
}

/** @returns a function that throws refusals as `AppError`, and what has failed as it is */
export function createTusServer(dependencies: UploadDependencies, { path, maxBytes }: TusOptions): HandleTus {
  const owners = new WeakMap<Request, UploadOwner>();
  const failures = new WeakMap<Request, unknown>();
  const ownerOf = (request: Request): UploadOwner => {
    const owner = owners.get(request);
    if (owner === undefined) throw new Error('a request without an owner');
    return owner;
  };
  const server = new Server({
    path,
    datastore: new UploadStore(dependencies),
    locker: createLeases(dependencies.db),
    lockDrainTimeout: DRAIN_MS,
    maxSize: maxBytes,
    namingFunction: newUploadId,
    getFileIdFromRequest: (request) => new URL(request.url).pathname.slice(path.length + 1) || undefined,
    generateUrl: (request, { id }) => `${path}/${id}?workspace=${ownerOf(request).workspaceId}`,
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      if (!(await isOwnUpload(dependencies.db, id, ownerOf(request)))) throw ERRORS.FILE_NOT_FOUND;
    },
    async onUploadCreate(request, upload) {
      const { id, size = 0, metadata = {} } = upload;
      const begun = await beginUpload(dependencies, ownerOf(request), { id, size, metadata });
      upload.id = begun.id;
      upload.creation_date = begun.createdAt.toISOString();
      return {};
    },
    onResponseError(request, error) {
      failures.set(request, error);
      return undefined;
    },
  });
  return async (request, owner) => {
    owners.set(request, owner);
    const response = await server.handleWeb(request);
    const failure = failures.get(request);
    if (failure !== undefined) {
      throw failure instanceof Error || typeof failure !== 'object' || !failure || !('status_code' in failure)
        ? failure
        : asAppError(failure as { status_code: number; body: string });
    }
    if (response.status >= 400)
      throw asAppError({ status_code: response.status, body: await response.text() });
    return response;
  };
}
