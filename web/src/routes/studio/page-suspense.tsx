import { type ReactNode, Suspense } from 'react';

export function PageSuspense({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <p className="studio-loading" role="status">
          Loading…
        </p>
      }
    >
      {children}
    </Suspense>
  );
}
