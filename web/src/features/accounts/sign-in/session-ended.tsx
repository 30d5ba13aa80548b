import prose from '../../../ui/prose.module.css';

/** Above the sign-in form, where a member did not expect it. */
export function SessionEnded() {
  return (
    <p className={prose.soft} role="alert">
      Your session has ended. Sign in to continue.
    </p>
  );
}
