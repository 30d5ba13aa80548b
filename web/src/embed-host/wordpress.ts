/**
 * WordPress shows frames of sites that it does not know without an origin, and keeps them from opening tabs. Its pages follow links
 * in their place, of the frame's own site alone: another site's link leads to the tour's own page.
 *
 * @param ownPage the path of the tour's own page
 * @returns ends that
 */
export function letWordPressFollowLinks(ownPage: string): () => void {
  const secret = /[?&]secret=([A-Za-z0-9]+)/.exec(window.location.hash)?.[1];
  if (window.origin !== 'null' || secret === undefined) return () => {};
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[target]');
    if (!link) return;
    event.preventDefault();
    const { host } = window.location;
    const { href: value } = link.host === host ? link : new URL(ownPage, window.location.href);
    window.parent.postMessage({ message: 'link', value, secret }, '*');
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}
