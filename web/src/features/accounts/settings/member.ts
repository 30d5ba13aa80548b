import type { User } from '@oriel/contract';

/** What every panel is given: the member, and how to tell the page of changes. */
export interface MemberProps {
  user: User;
  onChange: (user: User) => void;
}
