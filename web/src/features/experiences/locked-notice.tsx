import type { Experience } from '@oriel/contract';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { tokenAmount } from './format.ts';

/** What a visitor without access reads in place of the tour: what it costs, and what includes it. */
export function LockedNotice({
  experience,
  isMember,
  action,
}: {
  experience: Pick<Experience, 'tokensRequired' | 'partOfPackage'>;
  isMember: boolean;
  /** What opens the tour. */
  action?: ReactNode;
}) {
  return (
    <>
      <Icon name="lock" size={28} />
      <h2>{isMember ? `Recharge ${tokenAmount(experience.tokensRequired)}` : 'Login to view'}</h2>
      <p>
        Members open this tour with {tokenAmount(experience.tokensRequired)}, once and for good.
        {experience.partOfPackage && ' It is included in the Plus and Pro plans.'}
      </p>
      {action}
      <ButtonLink to="/experiences">See tours that are open to everyone</ButtonLink>
    </>
  );
}
