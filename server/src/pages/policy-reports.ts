import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { loggableUrl } from '../log.ts';
import { limitByIp } from '../rate-limit/rate-limit.ts';
import { POLICY_REPORT_PATH } from './content-security-policy.ts';

const MAX_REPORT_BYTES = 16 * 1024;
const LIMIT = { name: 'policy-reports', max: 20, windowSeconds: 60 };

/** Every field may be a URL with a secret. */
const Line = z
  .string()
  .transform((text) => loggableUrl(text).slice(0, 300))
  .optional()
  .catch(undefined);

/** The logged fields of a report; others are dropped. */
const Report = z.object({
  'csp-report': z.object({
    'document-uri': Line,
    'effective-directive': Line,
    'blocked-uri': Line,
    'source-file': Line,
  }),
});

/** Logs violations of the content security policy that browsers report: a bug in a page, or an attack. */
export async function policyReportRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app.dependencies;
  app.addContentTypeParser<string>(
    'application/csp-report',
    { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
    (_request, text, done) => done(null, text),
  );
  app.route({
    method: 'POST',
    url: POLICY_REPORT_PATH,
    schema: { hide: true },
    onRequest: (request, reply) => limitByIp(db, LIMIT, request, reply),
    handler: async (request, reply) => {
      const report = Report.safeParse(parse(request.body));
      if (!report.success) throw new AppError(400, 'invalid_request', 'This is not a report.');
      request.log.warn({ report: report.data['csp-report'] }, 'a page breached its content security policy');
      return reply.code(204).send();
    },
  });
}

function parse(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
