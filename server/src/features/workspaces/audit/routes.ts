import * as contract from '@oriel/contract';
import { isPermitted } from '@oriel/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import { consume } from '../../../rate-limit/rate-limit.ts';
import { auditCsv, presentAuditEvent } from './presentation.ts';
import { type AuditFilter, findAllWorkspaces, findAuditEvents } from './store.ts';

const CSV_ROWS = 50_000;
/** Files for one member; each is put together in memory. */
const CSV_LIMIT = { max: 10, windowSeconds: 10 * 60 };

type Query = Pick<AuditFilter, 'before' | 'limit'> & { format?: 'json' | 'csv' | undefined };

/** The audit log, of a workspace and of the installation. */
export async function auditRoutes(app: FastifyInstance, { siteName }: { siteName: string }): Promise<void> {
  const { db } = app.dependencies;
  noStore(app);

  async function send(memberId: string, { format, ...page }: Query, filter: object, reply: FastifyReply) {
    if (format === 'csv') {
      await consume(db, `audit-csv:${memberId}`, CSV_LIMIT.max, CSV_LIMIT.windowSeconds);
      const rows = await findAuditEvents(db, { ...page, ...filter, limit: CSV_ROWS });
      return reply
        .header('content-disposition', 'attachment; filename="audit.csv"')
        .type('text/csv; charset=utf-8')
        .send(Buffer.from(auditCsv(rows.map(presentAuditEvent))));
    }
    const rows = await findAuditEvents(db, { ...page, ...filter, limit: page.limit + 1 });
    return {
      events: rows.slice(0, page.limit).map(presentAuditEvent),
      hasMore: rows.length > page.limit,
    };
  }

  route(app, contract.listAudit, ({ access, caller, query: { workspace, ...query }, reply }) => {
    const actorId = isPermitted('audit.read', access) ? undefined : caller.memberId;
    return send(caller.memberId, query, { workspaceId: workspace, actorId }, reply);
  });

  route(
    app,
    contract.listAllAudit,
    ({ caller, query: { in: place, person, action, from, to, ...query }, reply }) => {
      const isOfInstallation = place === 'none';
      const workspaceId = isOfInstallation ? undefined : place;
      const filter = { workspaceId, isOfInstallation, person, action, from, to };
      return send(caller.memberId, query, filter, reply);
    },
  );

  route(app, contract.listAllWorkspaces, async () => {
    return { workspaces: await findAllWorkspaces(db, siteName) };
  });
}
