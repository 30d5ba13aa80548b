import type { Experience, ExperienceDetail } from '@oriel/contract';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { errorMessage } from '../../api.ts';
import { useVerifyFirst } from '../../features/accounts/sign-in/use-verify-first.tsx';
import type { CardOffer } from '../../features/catalogue/experience-card.tsx';
import { nameOf } from '../../features/catalogue/heading.ts';
import { useMarkUnlocked, useRecheckLocked } from '../../features/catalogue/own-tours.ts';
import { recordViewFromCard } from '../../features/catalogue/queries.ts';
import { CompareButton } from '../../features/compare/compare-button.tsx';
import { SaveButton } from '../../features/saved/save-button.tsx';
import { type Access, accessTo, missingFor } from '../../features/unlocks/access.ts';
import { OfferCover, OfferLine, SignInMark } from '../../features/unlocks/card-offer.tsx';
import type { TokenRates } from '../../features/unlocks/token-rates.ts';
import { unlocksUnasked } from '../../features/unlocks/unasked.ts';
import { UnlockQuestion } from '../../features/unlocks/unlock-question.tsx';
import { useUnlockedTours } from '../../features/unlocks/unlocked-tours.ts';
import { useUnlock } from '../../features/unlocks/use-unlock.ts';
import { useWalletChange } from '../../features/unlocks/use-wallet-change.ts';
import { formatTokens } from '../../format.ts';
import { SESSION_ENDED, settingsUrl, signInUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { useTokenSummary } from '../../session/token-summary.ts';
import { beginArchAt, hasTransitions } from '../../ui/arch-transition.ts';

/** The history state of a tour that is opened, without its media URLs, which are signed for one visit. */
function forHistory({
  vrUrl: _,
  panorama: _panorama,
  fallbackUrl: _fallback,
  ...experience
}: ExperienceDetail) {
  return experience;
}

export function useCardOffers(rates?: TokenRates) {
  const { user } = useSession();
  const { summary, error } = useTokenSummary();
  const { opened } = useUnlockedTours();
  const keep = useMarkUnlocked();
  /** The tour whose card asks whether to unlock it. */
  const [askedId, setAskedId] = useState<number>();
  const navigate = useNavigate();
  const location = useLocation();
  useWalletChange(useRecheckLocked());

  const recharge = (cost = 0) =>
    void navigate(settingsUrl(location, 'subscription'), {
      preventScrollReset: true,
      state: { ...location.state, wanted: 'plans', missing: missingFor(cost, summary) },
    });
  const signIn = () => void navigate(signInUrl(location));
  const verifyFirst = useVerifyFirst();
  const verify = (id: number, cost?: number) =>
    verifyFirst.ask(
      () => opening.open(id),
      cost === undefined ? 'the tour opens' : `the tour opens for ${formatTokens(cost)}`,
    );
  const opening = useUnlock({
    keep,
    onOpened: (experience) => {
      recordViewFromCard(experience);
      beginArchAt(document.querySelector(`[data-experience="${experience.id}"] picture`));
      void navigate(`/experiences/vr/${experience.slug}`, {
        state: { experience: forHistory(experience) },
        viewTransition: hasTransitions(),
      });
    },
    onShort: () => recharge(),
    onUnverified: verify,
    onSignedOut: () => void navigate(signInUrl(location), { state: SESSION_ENDED }),
  });

  const clickOn = (access: Access, id: number): (() => void) | undefined => {
    switch (access.kind) {
      case 'sign-in':
        return signIn;
      case 'short':
        return () => recharge(access.cost);
      case 'verify':
        return () => verify(id, access.cost);
      case 'payable':
        // One at a time. While another tour is being unlocked, this one opens its page, which asks before it spends.
        if (opening.busyId !== undefined) return undefined;
        return () => (user && unlocksUnasked(user.id) ? opening.open(id) : setAskedId(id));
      default:
        return undefined;
    }
  };

  return {
    /** Why the member's balance could not be loaded. */
    failure: error && !summary ? errorMessage(error, 'Failed to load token summary') : undefined,
    /** A dialog that an offer may open first; the page renders it. */
    dialog: verifyFirst.dialog,
    offerOf: (experience: Experience, ownerId: string | undefined): CardOffer => {
      const { id, slug, mediaType, buttonTitle } = experience;
      const access = accessTo(experience, {
        isMember: user !== undefined,
        isOwn: user !== undefined && ownerId === user.id,
        summary,
        hasOpened: opened.has(id),
        isOpening: opening.busyId === id,
      });
      const isBusy = access.kind === 'busy';
      return {
        line: (
          <OfferLine
            access={access}
            buttonTitle={buttonTitle}
            isFree={experience.tokensRequired === 0}
            rates={rates}
          />
        ),
        mark: access.kind === 'sign-in' && <SignInMark />,
        cover: user && access.kind !== 'open' && (
          <OfferCover
            isBusy={isBusy}
            hasFailed={opening.failedId === id}
            question={
              askedId === id &&
              access.kind === 'payable' && (
                <UnlockQuestion
                  memberId={user.id}
                  cost={access.cost}
                  balance={access.balance}
                  onCancel={() => setAskedId(undefined)}
                  onUnlock={() => {
                    setAskedId(undefined);
                    opening.open(id);
                  }}
                />
              )
            }
          />
        ),
        tools: (
          <>
            <SaveButton experience={experience} name={nameOf(experience)} />
            {mediaType !== 'embed' && <CompareButton slug={slug} name={nameOf(experience)} />}
          </>
        ),
        isBusy,
        onOpen: clickOn(access, id),
      };
    },
  };
}
