/** What Chromium, Firefox and WebKit call a request, and a script, that never got a response. */
const LOST =
  /^(Failed to fetch|NetworkError when|Load failed|The network connection|The Internet connection)/;
const LOST_SCRIPT = /dynamically imported module|Importing a module script failed/;

/** Whether an error means that there was no response, and nothing about the site. */
export function isLost(error: unknown): boolean {
  return error instanceof TypeError && (LOST.test(error.message) || LOST_SCRIPT.test(error.message));
}

/** Whether it was a script. The browser and React remember that it failed, so only a reload helps. */
export function isLostScript(error: unknown): boolean {
  return error instanceof TypeError && LOST_SCRIPT.test(error.message);
}
