/**
 * The HTML of most pages shows and does the main things by itself, so its scripts wait for the first paint: on a slow
 * line styles, letters and pictures have it to themselves until then. A page that is nothing without its scripts exports
 * `handle = { needsScriptsAtOnce: true }`.
 */

const LATER = 'text/later';

/** Makes the module scripts of a finished page and their preloads wait for `startScript`. */
export function postponeScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', '<link data-later="modulepreload" ')
    .replaceAll('<script type="module" ', `<script type="${LATER}" `);
}

/** Runs at the end of the body. In a tab in the background nothing is painted, so there it does not wait. */
export const startScript = `(function(){function start(){document.querySelectorAll('link[data-later]').forEach(function(link){link.rel=link.dataset.later});document.querySelectorAll('script[type="${LATER}"]').forEach(function(later){var script=document.createElement('script');script.type='module';script.textContent=later.textContent;document.head.append(script)})}if(document.hidden)start();else requestAnimationFrame(function(){setTimeout(start)})})()`;
