// @module-tag processes
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const DEPLOY = path.resolve(import.meta.dirname, '../../../deploy');
/** Of `systemd-analyze security`: 10 is without any protection. */
const MAX_EXPOSURE = 2;

/** Where Debian has programs that are not on the PATH of every account. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

/** Runs a program in `deploy`. @returns its exit code, null where it is not installed, and all of its output */
function run(program: string, ...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: DEPLOY,
    env: { PATH, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  return { code: status, output: `${stdout}${stderr}` };
}

const isInstalled = (program: string, ...args: string[]) => run(program, ...args).code === 0;

/** A program's own check of an example, which must succeed. */
function expectAccepted(program: string, ...args: string[]): string {
  const { code, output } = run(program, ...args);
  expect(code, output).toBe(0);
  return output;
}

// nginx runs with its example in `media/edge.test.ts`.
describe('examples for installations, by the programs that read them', () => {
  it.skipIf(!isInstalled('promtool', '--version'))(
    'give Prometheus a configuration and rules, whose alerts fire and resolve as they must',
    () => {
      expectAccepted('promtool', 'check', 'config', 'prometheus/prometheus.yaml');
      expectAccepted('promtool', 'test', 'rules', 'prometheus/oriel.test.yaml');
      const rules = readFileSync(path.join(DEPLOY, 'prometheus/oriel.rules.yaml'), 'utf8');
      const tests = readFileSync(path.join(DEPLOY, 'prometheus/oriel.test.yaml'), 'utf8');
      const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
      expect(alerts.length).toBeGreaterThan(15);
      expect(alerts.filter((name) => !tests.includes(`alertname: ${name}`))).toEqual([]);
    },
  );

  it.skipIf(!isInstalled('haproxy', '-v'))('give HAProxy a configuration', () => {
    expectAccepted('haproxy', '-c', '-f', 'haproxy/haproxy.cfg');
  });

  it.skipIf(!isInstalled('systemd-analyze', '--version'))('give services few rights', () => {
    const units = globSync('systemd/*.service', { cwd: DEPLOY });
    expect(units).toHaveLength(3);
    for (const unit of units) {
      const output = expectAccepted('systemd-analyze', 'security', '--offline=true', '--no-pager', unit);
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(output) ?? [];
      expect(Number(exposure), unit).toBeLessThanOrEqual(MAX_EXPOSURE);
    }
  });

  it.skipIf(!isInstalled('kubectl', 'version', '--client'))(
    'give Kubernetes its objects by both overlays',
    () => {
      const kindsOf = (overlay: string) =>
        [
          ...expectAccepted('kubectl', 'kustomize', `kubernetes/overlays/${overlay}`).matchAll(
            /^kind: (\w+)$/gm,
          ),
        ]
          .map(([, kind]) => kind)
          .toSorted();
      const both = ['ConfigMap', 'Deployment', 'Job', 'NetworkPolicy', 'Service'];
      expect(kindsOf('single')).toEqual(expect.arrayContaining(both));
      expect(kindsOf('cluster')).toEqual(
        expect.arrayContaining([...both, 'HorizontalPodAutoscaler', 'PodDisruptionBudget']),
      );
    },
  );
});
