import type { KeyScope, PrivacyCheckRule, StaffRole, WorkspacePlan, WorkspaceRole } from '@oriel/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Fixed } from '../../database/columns.ts';

type FixedJson = ColumnType<Record<string, unknown> | null, string | null, never>;

/** See `migrations/0041_workspaces.sql`. */
export interface WorkspaceTables {
  workspaces: {
    id: Fixed<string>;
    /** Null for the first workspace while it is called as the site is. */
    name: string | null;
    /** How many bytes it may hold; null for the configured number. */
    storage_bytes: Generated<number | null>;
    /** See `migrations/0063_privacy_setting.sql`. */
    privacy_check: Generated<PrivacyCheckRule>;
    /** See `migrations/0071_workspace_plans.sql`. */
    plan: Generated<WorkspacePlan | null>;
    created_at: ColumnType<Date, never, never>;
  };
  workspace_members: {
    workspace_id: Fixed<string>;
    member_id: Fixed<string>;
    role: WorkspaceRole;
    created_at: ColumnType<Date, never, never>;
  };
  staff: {
    member_id: Fixed<string>;
    role: StaffRole;
    created_at: ColumnType<Date, never, never>;
  };
  invitations: {
    id: Fixed<string>;
    /** Null: to the installation's staff. */
    workspace_id: Fixed<string | null>;
    email: Fixed<string>;
    role: Fixed<StaffRole | WorkspaceRole>;
    digest: ColumnType<Buffer | null, never, Buffer | null>;
    invited_by: string;
    created_at: Generated<Date>;
    expires_at: Date;
    ended_at: ColumnType<Date | null, never, Date>;
    outcome: ColumnType<InvitationOutcome | null, never, InvitationOutcome>;
  };
  /** See `migrations/0052_api_keys.sql`. */
  api_keys: {
    id: Fixed<string>;
    workspace_id: Fixed<string>;
    member_id: Fixed<string>;
    name: Fixed<string>;
    scopes: Fixed<KeyScope[]>;
    digest: ColumnType<Buffer | null, Buffer, null>;
    created_at: ColumnType<Date, never, never>;
    expires_at: Fixed<Date | null>;
    last_used_at: ColumnType<Date | null, never, Date>;
    revoked_at: ColumnType<Date | null, never, Date>;
  };
  audit_events: {
    id: GeneratedAlways<number>;
    workspace_id: Fixed<string | null>;
    actor_kind: Fixed<AuditActorKind>;
    actor_id: Fixed<string | null>;
    action: Fixed<string>;
    subject_kind: Fixed<string>;
    subject_id: Fixed<string>;
    before: FixedJson;
    after: FixedJson;
    source_digest: Fixed<Buffer | null>;
    created_at: ColumnType<Date, never, never>;
  };
}

export type InvitationOutcome = 'accepted' | 'declined' | 'revoked';
export type AuditActorKind = 'member' | 'key' | 'job' | 'command';

declare module '../../database/schema.ts' {
  interface Schema extends WorkspaceTables {}
}
