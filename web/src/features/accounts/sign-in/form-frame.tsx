import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { useHydrated } from '../../../ui/hydration.tsx';
import stack from '../../../ui/stack.module.css';
import styles from './signin.module.css';
import type { SignIn } from './use-sign-in.ts';
import type { SignInFormState } from './use-sign-in-form.ts';

interface Props {
  state: SignInFormState;
  success?: string | undefined;
  label: string;
  busyLabel: string;
  autoFocus: boolean;
  /** The page is about to navigate; nothing more can be sent. */
  isOver?: boolean;
  children: ReactNode;
}

export function FormFrame({
  state: { form, error, errorId, isSending, formProps },
  success,
  label,
  busyLabel,
  autoFocus,
  isOver = false,
  children,
}: Props) {
  const isHydrated = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, on arrival.
  useEffect(() => {
    if (autoFocus) form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, []);
  return (
    <form className={`${stack.gap4} ${styles.form}`} data-waiting={!isHydrated} {...formProps}>
      <AlertBox tone="error" id={errorId}>
        {error}
      </AlertBox>
      <AlertBox tone="success">{error ? undefined : success}</AlertBox>
      {children}
      <Button
        variant="primary"
        type="submit"
        disabled={!isHydrated || isSending || isOver}
        aria-busy={isSending}
      >
        {isOver ? 'Opening the page…' : isSending ? busyLabel : label}
      </Button>
    </form>
  );
}

type SignInProps = Pick<Props, 'state' | 'autoFocus' | 'children'> & { signIn: SignIn };

export function SignInFrame({ signIn, ...rest }: SignInProps) {
  const { success, isFinished } = signIn;
  return (
    <FormFrame label="Sign in" busyLabel="Signing in…" success={success} isOver={isFinished} {...rest} />
  );
}

export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={styles.textButton} {...props} />;
}
