import type { AuditActor } from './audit/audit.ts';

/** A member with a role, as lists show them. */
export interface PersonRow<Role> {
  memberId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  avatar: string | null;
  joinedAt: Date;
  role: Role;
}

/** The member who changes roles, by their session and as the audit log names them. */
export interface Changer {
  memberId: string;
  sessionId: string;
  actor: AuditActor;
}

/** A member with a role as the contract returns them. */
export function presentPerson<Role>(row: PersonRow<Role>, ownId: string) {
  const { memberId, firstName, lastName, email, avatar, joinedAt, role } = row;
  return {
    memberId,
    name: `${firstName} ${lastName}`.trim(),
    email: email ?? '',
    avatar,
    joinedAt: joinedAt.toISOString(),
    isYou: memberId === ownId,
    role,
  };
}

/** Rows by role, the highest first, then by name. */
export function sortPeople<Role, Row extends PersonRow<Role>>(roles: readonly Role[], rows: Row[]): Row[] {
  const nameOf = ({ firstName, lastName }: Row) => `${firstName} ${lastName}`;
  return rows.sort(
    (a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || nameOf(a).localeCompare(nameOf(b)),
  );
}
