import type { Experience } from '@oriel/contract';

/** What a card offers. Members' states (recharging, authorising) come from the unlocks feature. */
export type CardState = 'watchable' | 'needs-login';

/** The state of a card for a visitor without a session. */
export function guestCardState(experience: Pick<Experience, 'isPermission'>): CardState {
  return experience.isPermission ? 'watchable' : 'needs-login';
}
