import { Suspense, useCallback, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LostDialog } from '../../../ui/lost-dialog.tsx';

// Only members with unverified email addresses need it.
const VerifyDialog = lazyPart(
  async () => (await import('./verify-dialog.tsx')).VerifyDialog,
  ({ onClose }) => <LostDialog title="Verify your email first" onClose={onClose} />,
);

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
