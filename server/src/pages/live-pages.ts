import type { ServerBuild } from 'react-router';

/** Pages whose modules change while the server runs, provided by `server/dev`. */
export interface LivePages {
  /** The current modules: the same object until one of them changes. */
  load(): Promise<ServerBuild>;
  /** Adds what development tools need to a page's content security policy. */
  relaxPolicy(policy: string): string;
}
