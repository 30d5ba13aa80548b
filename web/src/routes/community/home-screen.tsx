import type { CommunityPage } from '@oriel/contract';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';

/** Of browsers that can install the site themselves. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

/** @returns what has the browser ask the visitor, where it can */
function useInstallPrompt(): (() => void) | undefined {
  const [offer, setOffer] = useState<InstallPrompt>();
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallPrompt);
    };
    const forget = () => setOffer(undefined);
    addEventListener('beforeinstallprompt', keep);
    addEventListener('appinstalled', forget);
    return () => {
      removeEventListener('beforeinstallprompt', keep);
      removeEventListener('appinstalled', forget);
    };
  }, []);
  return (
    offer &&
    (() => {
      // A browser asks once for each of its offers.
      setOffer(undefined);
      void offer.prompt();
    })
  );
}

/** Puts the site on the home screen where the browser offers that, and otherwise says how. */
export function HomeScreen({ label, steps }: NonNullable<CommunityPage['app']['homeScreen']>) {
  const install = useInstallPrompt();
  const [isOpen, setOpen] = useState(false);
  const stepsId = useId();
  return (
    <>
      <Button
        variant="primary"
        data-analytics="home-screen"
        {...(!install && { 'aria-expanded': isOpen, 'aria-controls': stepsId })}
        onClick={install ?? (() => setOpen(!isOpen))}
      >
        {label}
      </Button>
      <div id={stepsId}>
        {isOpen && (
          <ul className={`${prose.points} ${prose.soft}`}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
