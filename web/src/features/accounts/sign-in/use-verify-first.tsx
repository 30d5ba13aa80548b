import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';

// Only members with unverified email addresses need it.
const VerifyDialog = lazy(async () => ({
  default: (await import('./verify-dialog.tsx')).VerifyDialog,
}));

interface Request {
  next: string | undefined;
  onVerified: () => void;
}

/** Asks members to verify their email first; the page renders `dialog`. */
export function useVerifyFirst(): {
  dialog: ReactNode;
  /** @param next what follows, as the end of a sentence */
  ask: (onVerified?: () => void, next?: string) => void;
} {
  const [request, setRequest] = useState<Request>();
  const close = useCallback(() => setRequest(undefined), []);
  return {
    ask: (onVerified = () => {}, next) => setRequest({ onVerified, next }),
    dialog: request && (
      <Suspense>
        <VerifyDialog
          next={request.next}
          onClose={close}
          onVerified={() => {
            close();
            request.onVerified();
          }}
        />
      </Suspense>
    ),
  };
}
