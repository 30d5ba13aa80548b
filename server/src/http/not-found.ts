import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '../errors.ts';

/**
 * Answers what no route serves: 405 with `Allow` where the address exists for other methods, else 404. Methods that no
 * route of ours ever has are refused the same way.
 */
export function installNotFound(app: FastifyInstance): void {
  const patterns = new Map<string, { pattern: URLPattern; methods: Set<string> }>();
  app.addHook('onRoute', (route) => {
    // The pages take every address that is left, which says nothing about one of them.
    if (route.url === '/*') return;
    const known = patterns.get(route.url) ?? {
      pattern: new URLPattern({ pathname: route.url }),
      methods: new Set<string>(),
    };
    for (const method of [route.method].flat()) known.methods.add(method);
    patterns.set(route.url, known);
  });
  app.setNotFoundHandler((request) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const allowed = [...patterns.values()]
      .filter(({ pattern }) => pattern.test({ pathname }))
      .flatMap(({ methods }) => [...methods]);
    // An address may fit a route's pattern and still not be served by it, being too long for instance.
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      const allow = [...new Set(allowed)].join(', ');
      throw new AppError(405, 'method_not_allowed', 'This address does not take that method.', { allow });
    }
    throw notFound();
  });
}
