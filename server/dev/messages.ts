/** A module runner's request to Vite and its response, forwarded unchanged. */
export type ViteRequest = { type: 'custom'; event: 'vite:invoke'; data: unknown };
export type ViteResponse = { result: unknown } | { error: unknown };

/** From the server to its supervisor; `ready` is the origin at which the server listens. */
export type ServerMessage = { ready: string } | { id: number; request: ViteRequest };

/** From the supervisor to its server. `changed` is a file of the pages; without a name, any may have changed. */
export type SupervisorMessage = { id: number; response: ViteResponse } | { changed: string | undefined };
