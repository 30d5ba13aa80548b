import { z } from 'zod';
import { InWorkspace, permittedEndpoint, WorkspaceId } from './endpoint.ts';
import { filledLine } from './line.ts';

/** What is written down, each in the transaction of the change. */
export const AuditAction = z.enum([
  'ownership.claimed',
  'ownership.transferred',
  'staff.joined',
  'staff.role-changed',
  'staff.removed',
  'workspace.created',
  'workspace.renamed',
  'workspace.privacy-check-changed',
  'workspace.transferred',
  'workspace.plan-changed',
  'team.joined',
  'team.role-changed',
  'team.removed',
  'team.left',
  'invitation.created',
  'invitation.sent-again',
  'invitation.revoked',
  'invitation.declined',
  'key.created',
  'key.revoked',
  'media.added',
  'media.removed',
  'privacy.stated',
  'media.blurred',
  'tour.created',
  'tour.changed',
  'tour.deleted',
  'tour.published',
  'tour.withdrawn',
  'tour.restored',
  'tour.visibility-changed',
  'tour.scheduled',
  'tour.schedule-failed',
  'tour.submitted',
  'tour.taken-back',
  'tour.returned',
  'share-link.created',
  'share-link.revoked',
  'category.created',
  'category.changed',
  'category.merged',
  'category.deleted',
  'subcategory.created',
  'subcategory.changed',
  'subcategory.merged',
  'subcategory.deleted',
  'tag.created',
  'tag.changed',
  'tag.merged',
  'tag.deleted',
]);
export type AuditAction = z.infer<typeof AuditAction>;

const State = z.record(z.string(), z.unknown()).nullable();

/** One row of the audit log. */
export const AuditEvent = z
  .object({
    id: z.number(),
    at: z.string(),
    actor: z.object({
      kind: z.enum(['member', 'key', 'job', 'command']),
      id: z.string().nullable(),
      name: z.string().describe('Empty for members who have left, and where nobody is to be named.'),
    }),
    action: z.string().describe('Such as `team.role-changed`; later releases add more.'),
    subject: z.object({
      kind: z.string(),
      id: z.string(),
      name: z.string().describe('A name or email while it is kept; empty once it is erased.'),
    }),
    before: State,
    after: State,
    source: z
      .string()
      .describe('Equal for requests from one place, and of no use to find it; empty for none.'),
    workspace: z.string().nullable().describe('Null for what concerns the installation.'),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof AuditEvent>;

const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.coerce.number().int().positive().optional().describe('Only rows with a smaller id.'),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('`csv` answers a file of up to 50,000 rows, and no page.'),
};
const Page = z.object({ events: z.array(AuditEvent), hasMore: z.boolean() });

export const listAudit = permittedEndpoint('workspace.read')('GET', '/api/studio/audit', {
  summary:
    'What was changed in the workspace, newest first: all with `audit.read`, else what the member changed',
  tag: 'studio',
  query: InWorkspace.extend(page),
  response: Page,
});

const day = z.iso.date('Please give a day as YYYY-MM-DD.').optional();

/** What the rows of the installation's log may be narrowed to. */
const filter = {
  in: WorkspaceId.or(z.literal('none'))
    .optional()
    .describe('Only rows of this workspace; `none` for those that concern the installation.'),
  person: filledLine(100, 'Please give a name, an email address or an id.')
    .optional()
    .describe('Only what a member did, or what was done to them: their id, email, or words of their name.'),
  action: AuditAction.optional(),
  from: day.describe('Only rows of this day (UTC) and later.'),
  to: day.describe('Only rows of this day (UTC) and earlier.'),
};

export const listAllAudit = permittedEndpoint('audit.read-all')('GET', '/api/console/audit', {
  summary: 'What was changed in the installation and in all workspaces, newest first',
  tag: 'console',
  query: z.object({ ...page, ...filter }),
  response: Page,
});

/** A workspace by its name, for the choice of one. */
export const NamedWorkspace = z.object({ id: z.string(), name: z.string() }).meta({ id: 'NamedWorkspace' });

export const listAllWorkspaces = permittedEndpoint('audit.read-all')('GET', '/api/console/workspaces', {
  summary: 'All workspaces of the installation, by name',
  tag: 'console',
  response: z.object({ workspaces: z.array(NamedWorkspace) }),
});
