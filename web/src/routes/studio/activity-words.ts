import type { AuditEvent } from '@oriel/contract';
import { type AnyRole, ROLE_NAMES } from './role-words.ts';

const roleIn = (state: AuditEvent['before']): string => {
  const role = state?.role;
  return typeof role === 'string' && Object.hasOwn(ROLE_NAMES, role) ? ROLE_NAMES[role as AnyRole] : '';
};

const LEFT = 'a former member';

/** Who did it. */
export function actorOf({ actor }: AuditEvent): string {
  if (actor.kind === 'member') return actor.name || 'A former member';
  if (actor.kind === 'key') return actor.name ? `The API key “${actor.name}”` : 'An API key';
  return 'The server';
}

const DESK = /^(category|subcategory|tag)\.(created|changed|merged|deleted)$/;

/** What was changed at the catalogue desk. */
function deskSentence({ action, before, after }: AuditEvent): string | undefined {
  const [, kind, change] = DESK.exec(action) ?? [];
  const nameIn = (state: AuditEvent['before']) => `“${String(state?.name ?? '')}”`;
  switch (change) {
    case 'created':
      return `created the ${kind} ${nameIn(after)}`;
    case 'changed':
      if (before?.name !== after?.name) return `renamed the ${kind} ${nameIn(before)} to ${nameIn(after)}`;
      return `${after?.place === undefined ? 'changed' : 'moved'} the ${kind} ${nameIn(after)}`;
    case 'merged':
      return `merged the ${kind} ${nameIn(before)} into ${nameIn(after)}`;
    case 'deleted':
      return `deleted the ${kind} ${nameIn(before)}`;
    default:
      return undefined;
  }
}

/** What they did, after their name. */
export function sentenceOf(event: AuditEvent): string {
  const { action, subject, before, after } = event;
  const who = subject.name || LEFT;
  const email = subject.name || 'an address';
  switch (action) {
    case 'ownership.claimed':
      return 'became the owner of the site';
    case 'ownership.transferred':
      return `made ${who} the owner of the site`;
    case 'staff.joined':
      return `joined the staff: ${roleIn(after)}`;
    case 'staff.role-changed':
    case 'team.role-changed':
      return `changed the role of ${who} from ${roleIn(before)} to ${roleIn(after)}`;
    case 'staff.removed':
      return `took ${who} off the staff`;
    case 'team.joined':
      return `joined the team: ${roleIn(after)}`;
    case 'team.removed':
      return `took ${who} off the team`;
    case 'team.left':
      return 'left the team';
    case 'invitation.created':
      return `invited ${email}: ${roleIn(after)}`;
    case 'invitation.sent-again':
      return `sent the invitation of ${email} again`;
    case 'invitation.revoked':
      return `revoked the invitation of ${email}`;
    case 'invitation.declined':
      return 'declined an invitation';
    case 'key.created':
      return `made the API key “${subject.name || subject.id}”`;
    case 'key.revoked':
      return `revoked the API key “${subject.name || subject.id}”`;
    case 'media.added':
      return 'added a file';
    case 'media.removed':
      return 'deleted a file';
    case 'privacy.stated':
      return after?.basis === 'no-people'
        ? 'stated that a picture shows no people'
        : `stated that a picture was checked for people, with ${String(after?.blurred ?? 0)} regions to be blurred`;
    case 'media.blurred':
      return 'blurred regions of a picture';
    case 'tour.created':
      return 'began a tour';
    case 'tour.changed':
      return 'changed the draft of a tour';
    case 'tour.published':
      if (after?.isReviewed) return 'published a tour after a review';
      return after?.isScheduled ? 'published a tour, as scheduled' : 'published a tour';
    case 'tour.withdrawn':
      return after?.isScheduled ? 'withdrew a tour, as scheduled' : 'withdrew a tour';
    case 'tour.restored':
      return 'went back to an earlier version of a tour';
    case 'share-link.created':
      return 'made a link to a tour';
    case 'share-link.revoked':
      return 'revoked a link to a tour';
    case 'tour.visibility-changed':
      return `changed who sees a tour: ${String(after?.visibility ?? '')}`;
    case 'tour.scheduled':
      return after?.publishAt || after?.withdrawAt
        ? 'scheduled the publication or withdrawal of a tour'
        : 'cancelled what was scheduled for a tour';
    case 'tour.schedule-failed':
      return 'could not do what was scheduled for a tour';
    case 'tour.submitted':
      return 'submitted a tour to be published';
    case 'tour.taken-back':
      return 'took back a submitted tour';
    case 'tour.returned':
      return 'sent a submitted tour back';
    case 'tour.deleted':
      return 'deleted a tour';
    case 'workspace.created':
      return 'made the workspace';
    case 'workspace.renamed':
      return `renamed the workspace to ${String(after?.name ?? '')}`;
    case 'workspace.privacy-check-changed':
      return after?.privacyCheck === 'off'
        ? 'lets tours be published without the privacy check'
        : 'makes the privacy check a condition of publishing';
    case 'workspace.plan-changed':
      return after?.plan
        ? `gave the workspace the plan ${String(after.plan)}`
        : 'took the plan off the workspace';
    case 'workspace.transferred':
      return `handed the workspace over to ${who}`;
    default:
      return deskSentence(event) ?? action;
  }
}
