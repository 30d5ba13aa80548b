import type { ServerBuild } from 'react-router';

/** Pages whose modules change while the server runs, as `server/dev` brings them. */
export interface LivePages {
  /** The modules as they are now: the same object until one of them changes. */
  load(): Promise<ServerBuild>;
  /** Adds to a page's content security policy what tools of development need. */
  relaxPolicy(policy: string): string;
}
