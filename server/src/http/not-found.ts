import type { FastifyInstance } from 'fastify';
import { AppError, notFound } from '../errors.ts';

/**
 * Responds to requests without a route: 405 `method_not_allowed` with `Allow` where the path exists for other methods,
 * else 404.
 */
export function installNotFound(app: FastifyInstance): void {
  const patterns = new Map<string, { pattern: URLPattern; methods: Set<string> }>();
  app.addHook('onRoute', (route) => {
    // The catch-all route of the pages matches every path.
    if (route.url === '/*') return;
    const entry = patterns.get(route.url) ?? {
      pattern: new URLPattern({ pathname: route.url }),
      methods: new Set<string>(),
    };
    for (const method of [route.method].flat()) entry.methods.add(method);
    patterns.set(route.url, entry);
  });
  app.setNotFoundHandler((request) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const allowed = [...patterns.values()]
      .filter(({ pattern }) => pattern.test({ pathname }))
      .flatMap(({ methods }) => [...methods]);
    // A path may match a route's pattern and still not be served, for example because a parameter is too long.
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      const allow = [...new Set(allowed)].join(', ');
      throw new AppError(405, 'method_not_allowed', 'This address does not take that method.', { allow });
    }
    throw notFound();
  });
}
