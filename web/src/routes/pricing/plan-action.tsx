import type { PricingPage } from '@oriel/contract';
import { Button, ButtonLink } from '../../ui/button.tsx';

type Action = PricingPage['plans'][number]['action'];

interface Props {
  action: Action;
  /** The plan's name, which distinguishes the buttons. */
  plan: string;
}

/** Upgrading opens the settings; guests sign in first. Plans by agreement lead to the contact form. */
export function PlanAction({ action: { kind, label }, plan }: Props) {
  if (kind === 'current') {
    return <Button disabled>{label}</Button>;
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
