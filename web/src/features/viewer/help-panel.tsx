import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './help-panel.module.css';
import type { DataSaving } from './saving/use-data-budget.ts';

/** How long the panel is shown that nobody asked for. */
const SHOWN_MS = 10_000;

interface Props {
  isVideo: boolean;
  /** Whether letters go from hotspot to hotspot; undefined where there are no hotspots. */
  letterKeys?: { areOn: boolean; toggle: () => void } | undefined;
  saving: Pick<DataSaving, 'isOn' | 'toggle'>;
  /** Whether the visitor opened it; otherwise it closes by itself, but for a visitor who is at it. */
  isAskedFor: boolean;
  onClose: () => void;
}

export function HelpPanel({ isVideo, letterKeys, saving, isAskedFor, onClose }: Props) {
  const [isInUse, setInUse] = useState(false);
  const stays = isAskedFor || isInUse;
  useEffect(() => {
    if (stays) return;
    const timer = window.setTimeout(onClose, SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [stays, onClose]);
  const begin = () => setInUse(true);
  const end = () => setInUse(false);

  const byTouch = useMediaQuery('(hover: none) and (pointer: coarse)');

  return (
    <aside
      className={styles.panel}
      aria-label="How to look around"
      onPointerEnter={begin}
      onPointerLeave={end}
      onFocus={begin}
      onBlur={end}
    >
      <div>
        <dl className={styles.list}>
          <dt>{byTouch ? 'Drag' : 'Drag or arrow keys'}</dt>
          <dd>Look around</dd>
          <dt>{byTouch ? 'Pinch' : 'Scroll, pinch or + and −'}</dt>
          <dd>Come closer</dd>
          {letterKeys && (
            <>
              <dt>{byTouch ? 'Tap a mark' : letterKeys.areOn ? 'Tab, N and P' : 'Tab'}</dt>
              <dd>{byTouch ? 'Open it' : 'From mark to mark'}</dd>
            </>
          )}
          {isVideo && (
            <>
              <dt>{byTouch ? 'Tap' : 'Click or Space'}</dt>
              <dd>Play or pause</dd>
            </>
          )}
        </dl>
        <div className={styles.choices}>
          {letterKeys && !byTouch && (
            <label className={styles.choice}>
              <input type="checkbox" checked={letterKeys.areOn} onChange={letterKeys.toggle} /> Letter keys
            </label>
          )}
          <label className={styles.choice}>
            <input type="checkbox" checked={saving.isOn} onChange={saving.toggle} /> Save data
          </label>
        </div>
      </div>
      <IconButton icon="close" label="Close help" onClick={onClose} />
    </aside>
  );
}
