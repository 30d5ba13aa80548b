import { useEffect, useRef } from 'react';
import { useSession } from '../../../session/session.tsx';
import { useTokenSummary } from '../../../session/token-summary.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import { useRefreshMember } from './use-refresh-member.ts';
import { VerificationCode } from './verification-code.tsx';

interface Props {
  onClose: () => void;
  /** Called once the email is verified, here or elsewhere, and the new balance is loaded. */
  onVerified: () => void;
  /** What follows, as the end of a sentence: "the tour opens for 100 tokens". */
  next?: string | undefined;
}

/** Asks a member to verify their email without leaving the page. Mount it while it is open. */
export function VerifyDialog({ onClose, onVerified, next }: Props) {
  const { user } = useSession();
  const { summary } = useTokenSummary();
  const refreshMember = useRefreshMember();

  const isOver = useRef(false);
  const goOn = async () => {
    if (isOver.current) return;
    isOver.current = true;
    await refreshMember();
    onVerified();
  };

  // The state may be stale, and the email's link may be followed in another tab or on another device. Only a change
  // counts: the member has just been told that the email is not verified.
  const isVerified = user?.emailVerified === true;
  const isAwaiting = summary !== undefined && summary.awaitingVerification > 0;
  const before = useRef({ isVerified, isAwaiting });
  useEffect(() => {
    void refreshMember();
  }, [refreshMember]);
  useEffect(() => {
    const was = before.current;
    before.current = { isVerified, isAwaiting };
    if ((isVerified && !was.isVerified) || (was.isAwaiting && !isAwaiting)) void goOn();
  });

  if (!user) return null;
  return (
    <Dialog open onClose={onClose} title="Verify your email first">
      <div className={stack.gap4}>
        <p className={prose.soft}>
          Your welcome tokens can be spent once your email is verified. Enter the code from our mail, or
          follow its link{next ? `. Then ${next}.` : '.'}
        </p>
        <VerificationCode email={user.email} autoFocus onVerified={goOn} />
      </div>
    </Dialog>
  );
}
