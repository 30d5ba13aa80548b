import { setTimeout as sleep } from 'node:timers/promises';

const LANES = 6;
const PAUSE_MS = 120;
const TIMEOUT_MS = 15_000;

/** Requests that go on whatever happens. */
export interface Traffic {
  /** Resolves when the last one has ended. */
  stop(): Promise<void>;
}

/** Repeats a request until it is stopped, in several lanes with a pause between. @param send resolves at the end of the response */
export function repeat(send: () => Promise<unknown>, { lanes = LANES, pauseMs = PAUSE_MS } = {}): Traffic {
  let isStopping = false;
  const lane = async () => {
    while (!isStopping) {
      await send().catch(() => undefined);
      await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: lanes }, lane);
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

/** Sends a request and reads its response. @returns the status */
export async function ask(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init });
  await response.arrayBuffer();
  return response.status;
}

let requests = 0;

/** Visitors who look for tours: each request needs the database, since none is like another. */
export function startVisitors(url: string): Traffic {
  return repeat(() => {
    requests += 1;
    return ask(`${url}/api/vr360?tag=tag-${requests}`);
  });
}

let members = 0;

/** Signs a member up, which writes rows and a mail. @returns the email @throws {Error} when that is refused */
export async function signUp(url: string): Promise<string> {
  members += 1;
  const email = `alert-${process.pid}-${members}@example.org`;
  const body = { email, password: 'a quiet corridor at noon', firstName: 'Anna', lastName: 'Berg' };
  const headers = { 'content-type': 'application/json' };
  const status = await ask(`${url}/api/auth/signup`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (status !== 200) throw new Error(`a sign-up got ${status}`);
  return email;
}
