import { useId, useState } from 'react';
import { storedReferral } from '../../../session/referral.ts';
import { useHydrated } from '../../../ui/hydration.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import { GoogleMark } from './google-mark.tsx';
import { ProviderMark } from './provider-mark.tsx';
import styles from './social-choice.module.css';

/** Providers that are not supported yet. */
const UNAVAILABLE = ['Facebook', 'Instagram', 'LinkedIn', 'WhatsApp'] as const;

/** Google's page is another site, so this is a plain link. It carries a stored referral, in case the member is new. */
export function SocialChoice({ next }: { next: string | undefined }) {
  const noteId = useId();
  const [provider, setProvider] = useState<string>();
  // Only the browser has one.
  const referral = useHydrated() ? storedReferral() : undefined;
  const returnPath = next ?? referral?.next;
  const query = new URLSearchParams({
    redirect: '1',
    ...(returnPath && { next: returnPath }),
    ...(referral && { referralCode: referral.code }),
    ...(referral?.token && { referralToken: referral.token }),
  });
  return (
    <div className={stack.gap3}>
      <p className={`${prose.divider} ${prose.fine}`}>
        <span>or</span>
      </p>
      <a className={styles.google} href={`/api/auth/oauth/google?${query}`}>
        <GoogleMark />
        Continue with Google
      </a>
      <ul className={styles.providers}>
        {UNAVAILABLE.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={styles.provider}
              aria-disabled="true"
              aria-label={name}
              title={name}
              aria-describedby={noteId}
              onClick={() => setProvider(name === 'WhatsApp' ? 'WhatsApp phone login' : `${name} sign-in`)}
            >
              <ProviderMark provider={name} />
            </button>
          </li>
        ))}
      </ul>
      <p id={noteId} className={styles.note} role="status">
        {provider ? `${provider} is currently unavailable.` : 'Currently unavailable'}
      </p>
    </div>
  );
}
