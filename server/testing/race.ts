/** How often races are run: a few times by default, `RACE_ROUNDS=200` for a long search. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 3);

/** Starts so many attempts at once and waits for all. The answers are in the order of the attempts. */
export async function race<T>(attempts: number, attempt: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: attempts }, (_, index) => attempt(index)));
}

/** Runs a race again and again, since one that goes well proves little. */
export async function repeatRace(round: (round: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < ROUNDS; index += 1) await round(index);
}

/** For tests that repeat races: what one round may take, times the rounds. */
export function raceTimeoutMs(msPerRound: number): number {
  return 20_000 + ROUNDS * msPerRound;
}
