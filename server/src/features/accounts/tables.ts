import type { Profile, SecurityEventKind, Tier } from '@oriel/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The fields of a profile without a column. */
export type StoredProfile = Partial<Omit<Profile, 'firstName' | 'lastName'>>;

type Json<T> = ColumnType<T, string | undefined, string>;

export type SessionEnd =
  | 'logout'
  | 'reuse'
  | 'password'
  | 'ended-elsewhere'
  | 'deleted'
  | 'adopted'
  /** By an operator. */
  | 'operator'
  | 'blocked';
export type SecretPurpose =
  | 'login'
  | 'password-reset'
  | 'reset-token'
  | 'verify-code'
  | 'phone-code'
  | 'verify-token'
  | 'ownership-token'
  /** Makes a member the owner of the installation. */
  | 'owner-token';
/** Purposes of codes that may be bound to a request. */
export type BoundPurpose = Extract<SecretPurpose, 'login' | 'password-reset'>;

/** See `migrations/0004_accounts.sql`. */
export interface AccountTables {
  members: {
    id: string;
    /** Null for deleted members. */
    email: string | null;
    email_verified_at: Date | null;
    password_hash: string | null;
    /** Incremented by the database with each new password. */
    credential_version: Generated<number>;
    first_name: Generated<string>;
    last_name: Generated<string>;
    avatar: string | null;
    profile: Json<StoredProfile>;
    tier: Generated<Tier>;
    tier_until: Date | null;
    /** The end of a Plus plan, which may run beneath a Pro plan. */
    plus_until: Date | null;
    referred_by: string | null;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    /** Set until the owner of the email says whether the account is theirs; see `members/email-proof.ts`. */
    ownership_asked_at: ColumnType<Date | null, Date | null | undefined>;
    /** In E.164 format; see `members/phones.ts`. */
    verified_phone: ColumnType<string | null, string | null | undefined>;
    /** Set while the member is blocked by an operator. */
    blocked_at: ColumnType<Date | null, Date | null | undefined>;
    /** Kept by the database: whether the member has a role in a workspace or in the staff. */
    has_role: ColumnType<boolean, never, never>;
    /** The user handle for authenticators: 32 random bytes in base64url. */
    passkey_user_id: ColumnType<string | null, string | null | undefined>;
  };
  member_identities: {
    issuer: string;
    subject: string;
    member_id: string;
    created_at: Generated<Date>;
  };
  member_sessions: {
    id: string;
    member_id: string;
    salt: Buffer;
    generation: Generated<number>;
    rotated_at: Generated<Date>;
    user_agent: Generated<string>;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    ended_at: Date | null;
    end_reason: SessionEnd | null;
    /** Whether its first tokens travelled in a URL. */
    redirected: Generated<boolean>;
    /** Whether it began in a browser, whose cookie each refresh needs; see `sessions/browser-binding.ts`. */
    bound: Generated<boolean>;
    /** The last proof of identity in this session; see `security/step-up.ts`. */
    authenticated_at: Generated<Date>;
  };
  /** See `migrations/0020_security_events.sql`. */
  security_events: {
    id: GeneratedAlways<number>;
    member_id: string;
    kind: SecurityEventKind;
    session_id: string | null;
    network: Generated<string>;
    user_agent: Generated<string>;
    detail: Generated<string>;
    created_at: Generated<Date>;
  };
  /** See `migrations/0022_passkeys.sql`. */
  passkeys: {
    id: string;
    member_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: Generated<string[]>;
    backed_up: boolean;
    name: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  recovery_codes: {
    member_id: string;
    digest: Buffer;
    created_at: Generated<Date>;
    used_at: Date | null;
  };
  /** See `migrations/0017_browser_binding.sql`. */
  bound_codes: {
    purpose: BoundPurpose;
    address: string;
    request: string;
    digest: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  one_time_secrets: {
    purpose: SecretPurpose;
    address: string;
    digest: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends AccountTables {}
}
