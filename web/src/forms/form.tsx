import type { ComponentProps, ReactNode } from 'react';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { useHydrated } from '../ui/hydration.tsx';
import stack from '../ui/stack.module.css';

interface Props extends ComponentProps<'form'> {
  /** What `useForm` returns. */
  state: {
    failure?: ReactNode;
    success?: string | undefined;
    isSending: boolean;
    formProps: ComponentProps<'form'>;
  };
  submit: string;
  busy?: string;
  variant?: 'primary' | 'quiet';
  actions?: ReactNode;
  /** Success is shown elsewhere. */
  isSilent?: boolean;
  /** Counts clicks on the button under this name. */
  analytics?: string;
}

/** A form of `useForm`, with its alert boxes and its buttons below the fields. */
export function Form({
  state: { failure, success, isSending, formProps },
  submit,
  busy = submit,
  variant = 'primary',
  actions,
  isSilent = false,
  analytics,
  children,
  ...rest
}: Props) {
  const isHydrated = useHydrated();
  return (
    <form {...rest} {...formProps}>
      {children}
      <AlertBox tone="error">{failure}</AlertBox>
      {!isSilent && <AlertBox tone="success">{success}</AlertBox>}
      <p className="without-scripts">Sending this form needs JavaScript, which this browser does not run.</p>
      <div className={`with-scripts ${stack.actions}`}>
        <Button
          type="submit"
          variant={variant}
          data-analytics={analytics}
          disabled={!isHydrated || isSending}
        >
          {isSending ? busy : submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}
