import type { Viewer } from '@oriel/viewer';
import { type RefObject, Suspense, useId, useRef, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { Look } from '../scene.ts';
import { Drawer } from '../scenes/drawer.tsx';
import { DrawerToggle } from '../scenes/drawer-toggle.tsx';

const SingleLooks = lazyPart(async () => (await import('./single-looks.tsx')).SingleLooks);

/** The captioned views of a tour of a single scene: a button in the bar, and what it opens. Loaded after the picture. */
export function useLooks(viewer: RefObject<Viewer | null>, looks: Look[] | undefined, isReady: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (!looks?.length) return undefined;
  const close = () => {
    setIsOpen(false);
    toggle.current?.focus();
  };
  return {
    toggle: (
      <DrawerToggle ref={toggle} icon="eye" isOpen={isOpen} setIsOpen={setIsOpen} drawerId={id}>
        Look at
      </DrawerToggle>
    ),
    drawer: (
      <Drawer id={id} isOpen={isOpen} onClose={close}>
        <Suspense>{isReady && <SingleLooks viewer={viewer} looks={looks} />}</Suspense>
      </Drawer>
    ),
    guide: undefined,
  };
}
