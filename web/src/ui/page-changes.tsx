import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The link that was followed on a page, by the key of its history entry. */
const followed = new Map<string, string>();

function linkTo(href: string | undefined): HTMLElement | undefined {
  if (href === undefined) return undefined;
  const links = document.querySelectorAll<HTMLElement>('#main a[href]');
  return [...links].find((link) => link.getAttribute('href') === href);
}

/**
 * Says the title of a new page to screen readers. Where what had the focus is gone with the page before, the main part takes
 * it; after going back, the link that led away.
 */
export function PageChanges() {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [title, setTitle] = useState('');
  const last = useRef(pathname);

  useEffect(() => {
    const follow = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('#main a[href]') : null;
      const href = link?.getAttribute('href');
      if (href) followed.set(key, href);
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, [key]);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    setTitle(document.title);
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const origin = isBack ? linkTo(followed.get(key)) : undefined;
    (origin ?? document.getElementById('main'))?.focus({ preventScroll: true });
  }, [key, pathname, isBack]);

  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}
