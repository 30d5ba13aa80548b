import type { User } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { formatNumber } from '../../format.ts';
import { useTokenSummary } from '../../session/token-summary.ts';
import { Failure } from '../../ui/failure.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { Earned } from './earned.tsx';
import styles from './free-tokens-panel.module.css';
import { ShareLink } from './share-link.tsx';

const FAILURE = 'Unable to load referral rewards right now. Please try again later.';

function useReferrals(memberId: string) {
  return useQuery({
    queryKey: ['token-history', 'referrals', memberId],
    queryFn: async ({ signal }) => (await api('GET /api/referrals', { signal })).data,
    staleTime: 0,
  });
}

/** A number of tokens in a sentence, which also reads well without one. */
const tokens = (count: number | undefined) =>
  count === undefined ? 'free tokens' : `${formatNumber(count)} tokens`;

interface HowItWorksProps {
  welcomeTokens: number | undefined;
  newcomerTokens: number | undefined;
  isPro: boolean;
}

function HowItWorks({ welcomeTokens, newcomerTokens, isPro }: HowItWorksProps) {
  return (
    <PanelSection title="How it works" className={styles.section}>
      <ol className={styles.steps}>
        <li>
          <strong>Share your link</strong>
          <span className={styles.soft}>Send it to a friend, or let them scan the code.</span>
        </li>
        <li>
          <strong>Your friend joins</strong>
          <span className={styles.soft}>They start with {tokens(welcomeTokens)}.</span>
        </li>
        <li>
          <strong>They verify their email</strong>
          <span className={styles.soft}>
            You get {tokens(newcomerTokens)}.{' '}
            {isPro ? 'As a Pro member, you get 50% more.' : 'Pro members get 50% more.'}
          </span>
        </li>
      </ol>
    </PanelSection>
  );
}

export function FreeTokensPanel({ user }: { user: User }) {
  const { summary, error, isPending, refetch } = useTokenSummary();
  const referrals = useReferrals(user.id);
  const { welcomeTokens, newcomerTokens } = referrals.data ?? {};
  const hasFailed = (error && !summary) || (referrals.error && !referrals.data);
  const hasLink = summary !== undefined || isPending;
  const hasEarned = referrals.data !== undefined || referrals.isPending;
  const isPro = (summary?.subscriptionType ?? user.subscriptionType) === 'Pro';

  return (
    <>
      <div className={stack.gap8}>
        <div className={stack.gap2}>
          <h3 className={prose.titleMedium}>Invite a friend, and you both get tokens</h3>
          <p className={styles.soft}>Tokens open tours that are kept for members.</p>
        </div>
        {hasFailed && (
          <Failure
            sentence={FAILURE}
            onRetry={() => {
              if (error) refetch();
              if (referrals.error) void referrals.refetch();
            }}
          />
        )}
        {hasLink && <ShareLink link={summary?.referralLink} welcomeTokens={welcomeTokens} />}
      </div>
      <HowItWorks welcomeTokens={welcomeTokens} newcomerTokens={newcomerTokens} isPro={isPro} />
      {hasEarned && <Earned referrals={referrals.data} balance={summary?.wallet.referralBalance} />}
    </>
  );
}
