import type { ExperienceDetail } from '@oriel/contract';
import type { ReactNode } from 'react';
import { formatTokens } from '../../format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Keyhole } from '../../ui/keyhole.tsx';
import type { Access, Sums } from './access.ts';
import { rechargeText } from './card-offer.tsx';
import { insideOf } from './inside.ts';
import styles from './locked-notice.module.css';
import { moneyFor, type TokenRates } from './token-rates.ts';
import { UNLOCK_FAILED } from './use-unlock.ts';

interface Props {
  experience: Pick<ExperienceDetail, 'tokensRequired' | 'partOfPackage' | 'mediaType' | 'tour'>;
  rates: TokenRates | undefined;
  /** Anything but `open`. */
  access: Access;
  hasFailed: boolean;
  onSignIn: () => void;
  onSignUp: () => void;
  onUnlock: () => void;
  onVerify: () => void;
  onRecharge: () => void;
}

export function LockedNotice({ experience, rates, access, hasFailed, ...actions }: Props) {
  const { tokensRequired: cost, partOfPackage } = experience;
  const sums = sumsOf(access);
  return (
    <div className={`${styles.notice} ${access.kind === 'sign-in' ? 'guests-only' : ''}`}>
      <Keyhole isOpening={access.kind === 'busy'} />
      <h2>{headingFor(access)}</h2>
      <p className={styles.text}>
        {cost > 0 ? `${formatTokens(cost)} unlock this tour for good.` : 'A plan unlocks this tour.'}
        {partOfPackage && ' Included in Plus and Pro.'}
        {access.kind === 'verify' && ' Your welcome tokens can be spent once your email is verified.'}
      </p>
      <p className={styles.inside}>
        {rates && cost > 0 && access.kind === 'sign-in' && `That is about ${moneyFor(cost, rates)}. `}
        {insideOf(experience)}
      </p>
      {sums && <CostSummary kind={access.kind} {...sums} />}
      <p role="alert" className={styles.failure}>
        {hasFailed && access.kind !== 'busy' && UNLOCK_FAILED}
      </p>
      <div className={styles.actions}>
        <Action access={access} {...actions} />
        <ButtonLink to="/experiences?price=free">Browse free tours</ButtonLink>
      </div>
    </div>
  );
}

function headingFor(access: Access): string {
  if (access.kind === 'sign-in') return 'Login to view';
  if (access.kind === 'verify') return 'Verify your email first';
  if (access.kind !== 'short') return 'Unlock this tour';
  if (access.cost === 0) return 'Included in a plan';
  return `You need ${formatTokens(access.cost - (access.balance - access.pending))} more`;
}

function sumsOf(access: Access): Sums | undefined {
  if (!('balance' in access) || access.balance === undefined || access.cost === 0) return undefined;
  const { cost, balance, pending = 0 } = access;
  return { cost, balance, pending };
}

/** The member's balance, its pending part, the tour's price, and the remaining balance. */
function CostSummary({ kind, cost, balance, pending }: Sums & Pick<Access, 'kind'>) {
  const isDecided = kind === 'payable' || kind === 'busy';
  const rows: [name: string, value: ReactNode][] = [['You have', formatTokens(balance)]];
  if (!isDecided && pending > 0) rows.push(['Not yet available', formatTokens(pending)]);
  rows.push(['This tour', formatTokens(cost)]);
  if (kind !== 'short') rows.push(['You keep', formatTokens(balance - cost)]);
  return (
    <dl className={styles.costSummary}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Action({
  access,
  onSignIn,
  onSignUp,
  onUnlock,
  onVerify,
  onRecharge,
}: Pick<Props, 'access' | 'onSignIn' | 'onSignUp' | 'onUnlock' | 'onVerify' | 'onRecharge'>) {
  const button = (analytics: string, label: string, onClick: () => void, isBusy = false) => (
    <Button
      key={analytics}
      variant="primary"
      data-analytics={analytics}
      aria-disabled={isBusy || undefined}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  switch (access.kind) {
    case 'sign-in':
      return (
        <span className={styles.pair}>
          {button('sign-up', 'Create account', onSignUp)}
          <Button data-analytics="sign-in" onClick={onSignIn}>
            Sign in
          </Button>
        </span>
      );
    case 'verify':
      return button('verify-email', 'Verify email', onVerify);
    case 'short':
      return button('recharge', rechargeText(access.cost), onRecharge);
    case 'payable':
      return button('unlock', `Unlock for ${formatTokens(access.cost)}`, onUnlock);
    default:
      // The same element as before, so that the focus stays on it while the tour is being unlocked.
      return button('unlock', 'PROCESSING...', () => undefined, true);
  }
}
