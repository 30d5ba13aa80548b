import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './scroll-strip.module.css';
import { useReducedMotion } from './use-media-query.ts';

/** How far one press of a button scrolls, in CSS pixels. */
const STEP_PX = 200;

interface Props {
  /** What the strip contains, for the buttons' labels: "tags". */
  label: string;
  children: ReactNode;
}

/** Browsers scroll a focused element into view, but may leave it partly under a button. */
function uncover({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A row that scrolls horizontally, by touch, wheel, keyboard or the two buttons at its ends. */
export function ScrollStrip({ label, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const reducesMotion = useReducedMotion();
  const [canScroll, setCanScroll] = useState({ left: false, right: false });

  const measure = useCallback(() => {
    const element = row.current;
    if (element === null) return;
    const left = element.scrollLeft > 1;
    const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
    setCanScroll((before) => (before.left === left && before.right === right ? before : { left, right }));
  }, []);

  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('focusin', uncover);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', uncover);
    };
  }, [measure]);

  const button = (side: 'left' | 'right', icon: IconName, by: number) => (
    <div className={styles[side]}>
      <IconButton
        icon={icon}
        label={`Scroll ${label} ${side}`}
        disabled={!canScroll[side]}
        onClick={() => row.current?.scrollBy({ left: by, behavior: reducesMotion ? 'auto' : 'smooth' })}
      />
    </div>
  );

  return (
    <div className={styles.strip} data-left={canScroll.left} data-right={canScroll.right}>
      {button('left', 'chevronLeft', -STEP_PX)}
      <div ref={row} className={styles.row} onScroll={measure}>
        {children}
      </div>
      {button('right', 'chevronRight', STEP_PX)}
    </div>
  );
}
