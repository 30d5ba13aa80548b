import type { PricingPage } from '@oriel/contract';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import text from '../../ui/text-button.module.css';

type Action = PricingPage['plans'][number]['action'];

interface Props {
  action: Action;
  /** The plan's name, which distinguishes the buttons. */
  plan: string;
}

/** Guests create an account; upgrading opens the settings, where they sign in first. Plans by agreement lead to the contact form. */
export function PlanAction({ action: { kind, label, signUp }, plan }: Props) {
  if (kind === 'current') {
    return (
      <>
        <Button disabled>{label}</Button>
        {signUp && (
          <Link to="/login?signup=1" className={`guests-only ${text.textButton}`} data-analytics="start-free">
            {signUp}
          </Link>
        )}
      </>
    );
  }
  if (kind === 'upgrade') {
    return (
      <ButtonLink variant="primary" to="?settings=subscription" preventScrollReset data-analytics="upgrade">
        {label} <span className="visually-hidden">to {plan}</span>
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={`/contact?subject=${kind}`} data-analytics={`contact-${kind}`}>
      {label}
    </ButtonLink>
  );
}
