/** What `count` processes do together, in requests a second. */
export interface Throughput {
  count: number;
  perSecond: number;
}

/** The Universal Scalability Law: X(N) = λN / (1 + α(N-1) + βN(N-1)). */
export interface Scalability {
  /** What one process does. */
  lambda: number;
  /** Contention: the share that only one process can do at a time. */
  alpha: number;
  /** Coherence: what processes cost one another, by pairs. */
  beta: number;
  /** The number of processes with the greatest throughput; infinite without coherence costs. */
  peak: number;
}

/** @returns x with least |Ax - b| by the normal equations; undefined if they have no single solution */
function leastSquares(rows: readonly (readonly number[])[], goal: readonly number[]): number[] | undefined {
  const size = rows[0]?.length ?? 0;
  const at = (row: readonly number[], column: number) => row[column] ?? 0;
  const system = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => rows.reduce((sum, row) => sum + at(row, i) * at(row, j), 0)),
    rows.reduce((sum, row, index) => sum + at(row, i) * (goal[index] ?? 0), 0),
  ]);
  for (const [i, pivot] of system.entries()) {
    const divisor = at(pivot, i);
    if (Math.abs(divisor) < 1e-12) return undefined;
    for (const [j, other] of system.entries()) {
      if (j === i) continue;
      const factor = at(other, i) / divisor;
      for (let column = 0; column <= size; column += 1)
        other[column] = at(other, column) - factor * at(pivot, column);
    }
  }
  return system.map((row, i) => at(row, size) / at(row, i));
}

/**
 * Fits the law to measurements. N/X = 1/λ + (α/λ)(N-1) + (β/λ)N(N-1) is linear in its coefficients; weighted by X/N, so that
 * each measurement counts by its relative error. None is negative: of the fits without α, β or both, the best one is taken.
 */
export function fitScalability(measured: readonly Throughput[]): Scalability {
  const terms = (count: number) => [1, count - 1, count * (count - 1)];
  let best: { error: number; coefficients: number[] } | undefined;
  for (const used of [[0, 1, 2], [0, 1], [0, 2], [0]]) {
    const rows = measured.map(({ count, perSecond }) =>
      used.map((term) => ((terms(count)[term] ?? 0) * perSecond) / count),
    );
    const solution = leastSquares(
      rows,
      rows.map(() => 1),
    );
    if (solution === undefined || solution.some((value) => value < 0)) continue;
    const error = rows.reduce(
      (sum, row) =>
        sum + (row.reduce((total, value, index) => total + value * (solution[index] ?? 0), 0) - 1) ** 2,
      0,
    );
    if (best !== undefined && best.error <= error) continue;
    const coefficients = [0, 0, 0];
    for (const [index, term] of used.entries()) coefficients[term] = solution[index] ?? 0;
    best = { error, coefficients };
  }
  if (best === undefined) throw new Error('nothing was measured');
  const [base = 0, contention = 0, coherence = 0] = best.coefficients;
  const [alpha, beta] = [contention / base, coherence / base];
  return {
    lambda: 1 / base,
    alpha,
    beta,
    peak: beta === 0 ? Infinity : Math.sqrt(Math.max(0, 1 - alpha) / beta),
  };
}
