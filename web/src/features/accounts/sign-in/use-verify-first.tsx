import { lazy, Suspense, useCallback, useState } from 'react';

// Only members with unverified email addresses need it.
const VerifyDialog = lazy(async () => ({
  default: (await import('./verify-dialog.tsx')).VerifyDialog,
}));

interface Request {
  next: string | undefined;
  onVerified: () => void;
}

export function useVerifyFirst() {
  const [request, setRequest] = useState<Request>();
  const close = useCallback(() => setRequest(undefined), []);
  return {
    /** @param next what follows, as the end of a sentence */
    ask: (onVerified: () => void = () => {}, next?: string) => setRequest({ onVerified, next }),
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
