/** How often races are repeated; `RACE_ROUNDS=200` for a long search. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 3);

/** Starts several attempts at once and waits for all. Results are in the order of the attempts. */
export async function race<T>(attempts: number, attempt: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: attempts }, (_, index) => attempt(index)));
}

/** Repeats a race, since a single success proves little. */
export async function repeatRace(round: (round: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < ROUNDS; index += 1) await round(index);
}

/** The timeout of a test that repeats a race. */
export function raceTimeoutMs(msPerRound: number): number {
  return 20_000 + ROUNDS * msPerRound;
}
