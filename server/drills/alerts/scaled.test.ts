import { expect, it } from 'vitest';
import { DRILLS } from './plan.ts';
import { shippedAlerts } from './prometheus.ts';
import { scaleConfig, scaleDuration, scaleRules } from './scaled.ts';

it('divides durations alone, and refuses what it would not divide', () => {
  expect(['1m', '15s', '6h'].map(scaleDuration)).toEqual(['2000ms', '500ms', '720000ms']);
  for (const duration of ['1ms', '1h30m', 'soon']) expect(() => scaleDuration(duration)).toThrow('divided');
  const rules = (expr: string) =>
    `groups:\n  - name: g\n    rules:\n      - alert: A\n        expr: ${expr}\n        for: 1h\n`;
  const scaled = scaleRules(rules('sum(rate(a{b="5m"}[5m])) / sum(rate(a[1h])) > 300'));
  expect(scaled).toContain('sum(rate(a{b="5m"}[10000ms])) / sum(rate(a[120000ms])) > 300');
  expect(scaled).toContain('for: 120000ms');
  for (const expression of ['rate(a[1h:1m])', 'a offset 5m', 'rate(a[1h30m])'])
    expect(() => scaleRules(rules(expression))).toThrow('cannot');
  const config =
    'global:\n  scrape_interval: 15s\n  evaluation_interval: 30s\nrule_files: [a]\nscrape_configs:\n  - job_name: oriel\n';
  expect(scaleConfig(config, 'b', ['127.0.0.1:1'])).toBe(
    'global:\n  scrape_interval: 500ms\n  evaluation_interval: 1000ms\nrule_files:\n  - b\nscrape_configs:\n' +
      '  - job_name: oriel\n    static_configs:\n      - targets:\n          - 127.0.0.1:1\n',
  );
});

it('each shipped alert has one drill', () => {
  expect(DRILLS.flatMap(({ alerts }) => alerts).toSorted()).toEqual(shippedAlerts().toSorted());
});
