import { useEffect } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './help-panel.module.css';

/** How long the panel is shown. */
const SHOWN_MS = 10_000;

export function HelpPanel({ isVideo, onClose }: { isVideo: boolean; onClose: () => void }) {
  useEffect(() => {
    const timer = window.setTimeout(onClose, SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [onClose]);

  const byTouch = useMediaQuery('(hover: none) and (pointer: coarse)');

  return (
    <aside className={styles.panel} aria-label="How to look around">
      <dl className={styles.list}>
        <dt>{byTouch ? 'Drag' : 'Drag or arrow keys'}</dt>
        <dd>Look around</dd>
        <dt>{byTouch ? 'Pinch' : 'Scroll, pinch or + and −'}</dt>
        <dd>Come closer</dd>
        {isVideo && (
          <>
            <dt>{byTouch ? 'Tap' : 'Click or Space'}</dt>
            <dd>Play or pause</dd>
          </>
        )}
      </dl>
      <IconButton icon="close" label="Close help" onClick={onClose} />
    </aside>
  );
}
