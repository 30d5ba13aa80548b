import type { StudioMedia } from '@oriel/contract';
import type { AccountsApp } from '../../../testing/apps/accounts-app.ts';
import type { Member } from '../workspaces/workspaces.fixture.ts';

/** Uploads files into a workspace and prepares them, as an editor's browser and the server's worker do. */
export function createUploader(
  site: Pick<AccountsApp, 'jobs' | 'handlers' | 'app'>,
  { origin, workspace, member }: { origin: string; workspace: string; member: Member },
) {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${member.token}` };

  /** @returns the file as it is before any work */
  async function upload(name: string, bytes: Uint8Array, use?: 'flat'): Promise<StudioMedia> {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const metadata = [`filename ${encode(name)}`, ...(use ? [`use ${encode(use)}`] : [])].join();
    const created = await fetch(`${origin}/api/studio/uploads?workspace=${workspace}`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': `${bytes.length}`,
        'upload-metadata': metadata,
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes as BodyInit,
    });
    if (created.status !== 201) throw new Error(`${created.status}: ${await created.text()}`);
    const id = /u_[\w-]{22}/.exec(created.headers.get('location') ?? '')?.[0] ?? '';
    const list = await fetch(`${origin}/api/studio/media?workspace=${workspace}&upload=${id}`, { headers });
    const { media } = (await list.json()) as { media: [StudioMedia] };
    return media[0];
  }

  async function read(id: string): Promise<StudioMedia> {
    const response = await fetch(`${origin}/api/studio/media/${id}?workspace=${workspace}`, { headers });
    return (await response.json()) as StudioMedia;
  }

  return {
    upload,
    read,
    async takeIn(name: string, bytes: Uint8Array, use?: 'flat'): Promise<StudioMedia> {
      const { id } = await upload(name, bytes, use);
      await site.handlers.media({ mediaId: id });
      return read(id);
    },
  };
}
