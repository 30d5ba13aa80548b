import { type EvaluatedModuleNode, ModuleRunner, type ModuleRunnerTransport } from 'vite/module-runner';
import type { LivePages } from '../src/pages/live-pages.ts';
import type { ServerMessage, SupervisorMessage, ViteResponse } from './messages.ts';

const SERVER_BUILD = 'virtual:react-router/server-build';

/** Vite's client adds a style element for each stylesheet. A hash in the directive would override `unsafe-inline`. */
const relaxPolicy = (policy: string) =>
  policy.replace(/(?<=; )style-src [^;]+/, "style-src 'self' 'unsafe-inline'");

/**
 * Pages from Vite in the supervisor's process. Modules are fetched over the IPC channel and run in this process, so that
 * loaders call the API as in production.
 */
export function connectLivePages(): LivePages {
  let lastId = 0;
  const pending = new Map<number, (response: ViteResponse) => void>();
  const invoke: ModuleRunnerTransport['invoke'] = (request) =>
    new Promise((resolve) => {
      const id = ++lastId;
      pending.set(id, resolve);
      process.send?.({ id, request } as ServerMessage);
    });
  const runner = new ModuleRunner({ transport: { invoke }, hmr: false });

  /** Invalidates a module and its importers, so that they run again when they are next loaded. */
  function invalidate(module: EvaluatedModuleNode): void {
    if (!module.evaluated) return;
    const importers = [...module.importers];
    runner.evaluatedModules.invalidateModule(module);
    for (const id of importers) {
      const importer = runner.evaluatedModules.getModuleById(id);
      if (importer !== undefined) invalidate(importer);
    }
  }

  process.on('message', (message: SupervisorMessage) => {
    if ('response' in message) {
      pending.get(message.id)?.(message.response);
      pending.delete(message.id);
    } else {
      const modules = message.changed && runner.evaluatedModules.getModulesByFile(message.changed);
      if (modules) modules.forEach(invalidate);
      else runner.clearCache();
    }
  });
  return { load: () => runner.import(SERVER_BUILD), relaxPolicy };
}
