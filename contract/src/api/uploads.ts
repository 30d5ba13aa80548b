import { z } from 'zod';
import { InWorkspace, permittedEndpoint } from './endpoint.ts';

/** The most bytes of one PATCH. Larger ones would not pass the limits of common proxies. */
export const MAX_UPLOAD_CHUNK = 16 * 1024 * 1024;

/** An upload by its id, in a path. */
export const UploadKey = z.object({ uploadId: z.string().max(100) });

const NOTHING = z.null().describe('Nothing: the response has no body.');

/** The uploads of the studio speak tus 1.0 (https://tus.io/protocols/resumable-upload), also by HEAD and OPTIONS. */
export const createUpload = permittedEndpoint('media.write')('POST', '/api/studio/uploads', {
  summary: 'Begins an upload by tus 1.0, whose bytes count in the workspace; 201 with its URL in Location',
  tag: 'studio',
  query: InWorkspace,
  response: NOTHING,
  errors: ['workspace_full', 'too_many_files', 'too_many_uploads', 'upload_too_large', 'tus_version'],
});

export const appendToUpload = permittedEndpoint('media.write')('PATCH', '/api/studio/uploads/:uploadId', {
  summary: 'Appends at most 16 MiB to an upload by tus 1.0; 204 with Upload-Offset',
  tag: 'studio',
  params: UploadKey,
  query: InWorkspace,
  response: NOTHING,
  errors: ['offset_conflict', 'upload_locked', 'upload_expired', 'chunk_too_large', 'tus_version'],
});

export const removeUpload = permittedEndpoint('media.write')('DELETE', '/api/studio/uploads/:uploadId', {
  summary: 'Ends an upload by tus 1.0 and removes what has arrived',
  tag: 'studio',
  params: UploadKey,
  query: InWorkspace,
  response: NOTHING,
  errors: ['upload_locked', 'tus_version'],
});
