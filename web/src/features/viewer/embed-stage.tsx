import { useEffect, useState } from 'react';
import { useConsent } from '../../session/consent.ts';
import { Button } from '../../ui/button.tsx';
import { Cover } from './cover.tsx';
import styles from './embed-stage.module.css';

interface Props {
  url: string;
  host: string;
  /** Whether it is a page of this site. */
  isOurs: boolean;
  title: string;
  /** Called when the page comes up. */
  onShow: () => void;
}

/** Hosts whose players need their own storage and scripts. They stay isolated from this site's origin. */
const PLAYER_HOSTS = new Set(['www.youtube.com']);

/**
 * A tour that is an embedded page. An external page is loaded on a click that names its host, or at once for visitors
 * who allow marketing; it may run scripts but not access this site, open windows or navigate the tab.
 */
export function EmbedStage({ url, host, isOurs, title, onShow }: Props) {
  const [loads, setLoads] = useState(isOurs);
  const isAllowed = useConsent()?.marketing === true;
  const isShown = loads || isAllowed;
  useEffect(() => {
    if (isShown) onShow();
  }, [isShown, onShow]);
  if (!isShown) {
    return (
      <Cover>
        <p>
          This tour is shown by <strong>{host}</strong>. Loading it lets {host} know your address and may set
          its cookies.
        </p>
        <Button variant="primary" data-analytics="load-tour" onClick={() => setLoads(true)}>
          Load the tour from {host}
        </Button>
      </Cover>
    );
  }
  const sandbox = PLAYER_HOSTS.has(host)
    ? 'allow-scripts allow-same-origin allow-presentation'
    : 'allow-scripts';
  return (
    <iframe
      className={styles.frame}
      src={url}
      title={title}
      sandbox={sandbox}
      referrerPolicy="strict-origin-when-cross-origin"
      allow="accelerometer; autoplay; fullscreen; gyroscope; xr-spatial-tracking"
      allowFullScreen
    />
  );
}
