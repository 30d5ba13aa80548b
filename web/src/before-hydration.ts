const parts: Promise<unknown>[] = [];

/** Hydration waits for what the server has drawn with a script of its own. Call it while modules are evaluated. */
export function hydrateWith(part: Promise<unknown>): void {
  parts.push(part);
}

/** Also where one of them fails: the page then draws what it has. */
export async function beforeHydration(): Promise<void> {
  await Promise.allSettled(parts);
}
