import { parse, stringify } from 'yaml';

/** How many times faster than at an installation Prometheus reads and judges in the drill. */
export const FACTOR = 30;

const MILLISECONDS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION = /^(\d+)(ms|s|m|h|d)$/;
const RANGE = /\[(\d+(?:ms|s|m|h|d))\]/g;

interface Rule {
  alert?: string;
  expr: string;
  for?: string | undefined;
  keep_firing_for?: string | undefined;
}

interface RulesFile {
  groups: { interval?: string | undefined; rules: Rule[] }[];
}

interface ConfigFile {
  global: { scrape_interval: string; evaluation_interval: string };
  rule_files: string[];
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
}

/** A duration of Prometheus, divided by the factor. @throws {Error} for what is none, or not a whole number of milliseconds */
export function scaleDuration(duration: string): string {
  const [, count, unit = ''] = DURATION.exec(duration) ?? [];
  const milliseconds = (Number(count) * (MILLISECONDS[unit] ?? Number.NaN)) / FACTOR;
  if (!Number.isInteger(milliseconds)) throw new Error(`${duration} cannot be divided by ${FACTOR}`);
  return `${milliseconds}ms`;
}

/** Divides what lasts: the ranges of an expression. What it compares with stays. @throws {Error} for offsets and subqueries */
function scaleExpression(expression: string): string {
  const scaled = expression.replaceAll(RANGE, (_, duration: string) => `[${scaleDuration(duration)}]`);
  const ranges = expression.match(RANGE)?.length ?? 0;
  if (expression.split('[').length - 1 !== ranges || /\boffset\b/.test(expression))
    throw new Error(`this expression has times that the drill cannot scale: ${expression}`);
  return scaled;
}

const optional = (duration: string | undefined) => duration && scaleDuration(duration);

/** The shipped rules with every duration divided: `for`, ranges and intervals. Thresholds and all else stay as they are. */
export function scaleRules(text: string): string {
  const file = parse(text) as RulesFile;
  for (const group of file.groups) {
    group.interval = optional(group.interval);
    for (const rule of group.rules) {
      rule.expr = scaleExpression(rule.expr);
      rule.for = optional(rule.for);
      rule.keep_firing_for = optional(rule.keep_firing_for);
    }
  }
  return stringify(file, { keepUndefined: false });
}

/** The names of all alerts of a rules file. */
export function alertNames(text: string): string[] {
  const { groups } = parse(text) as RulesFile;
  return groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
}

/**
 * The shipped configuration of Prometheus with its intervals divided.
 *
 * @param rules the file of scaled rules
 * @param targets the addresses of the processes' metrics
 */
export function scaleConfig(text: string, rules: string, targets: readonly string[]): string {
  const file = parse(text) as ConfigFile;
  const { scrape_interval, evaluation_interval } = file.global;
  file.global = {
    scrape_interval: scaleDuration(scrape_interval),
    evaluation_interval: scaleDuration(evaluation_interval),
  };
  file.rule_files = [rules];
  for (const job of file.scrape_configs) job.static_configs = [{ targets: [...targets] }];
  return stringify(file);
}
