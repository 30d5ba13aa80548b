import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { useHydrated } from '../../../ui/hydration.tsx';
import { Icon } from '../../../ui/icon.tsx';
import stack from '../../../ui/stack.module.css';
import { usePasskey } from './use-passkey.ts';
import type { SignIn } from './use-sign-in.ts';

export function PasskeyChoice({ signIn }: { signIn: SignIn }) {
  const isHydrated = useHydrated();
  const { isBusy, error, start } = usePasskey(signIn);
  return (
    <div className={stack.gap3}>
      <Button disabled={!isHydrated || isBusy || signIn.isFinished} aria-busy={isBusy} onClick={start}>
        <Icon name="passkey" />
        {isBusy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
      <AlertBox tone="error">{error}</AlertBox>
    </div>
  );
}
