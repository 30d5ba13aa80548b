import { ApiError } from '../api.ts';

/**
 * Sends what needs no member. A session that turns out to have ended on the way is forgotten by then, so the second try
 * is a guest's; nobody has to press the button again for that.
 */
export async function asAnybody<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session_ended') return send();
    throw error;
  }
}
