/**
 * The HTML of most pages shows and does the main things by itself, so its scripts wait until all of it is read and its
 * styles are there: on a slow line styles, letters and pictures have it to themselves until then. A page that is nothing
 * without its scripts exports `handle = { eagerScripts: true }`.
 */

const DEFERRED = 'text/later';

/**
 * Makes the module scripts of a finished page and their preloads wait for `startScript`.
 *
 * @param nonce what our scripts bear
 */
export function deferScripts(html: string, nonce: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', '<link data-later="modulepreload" ')
    .replaceAll(`<script nonce="${nonce}" type="module" `, `<script nonce="${nonce}" type="${DEFERRED}" `);
}

/** A picture that takes longer keeps nobody from using the page. */
const MAX_DELAY_MS = 2000;

/**
 * Stands at the end of the body, where browsers run it once the styles are there. It starts the scripts when the first
 * large picture has been painted (on a page without one, the words in their own letters), or at the visitor's first touch
 * of the page.
 */
export const startScript = `(function(){
var begun;
function begin(){
if(begun)return;
begun=1;
document.querySelectorAll('link[data-later]').forEach(function(link){link.fetchPriority='low';link.rel=link.dataset.later});
document.querySelectorAll('script[type="${DEFERRED}"]').forEach(function(later){var script=document.createElement('script');script.type='module';script.textContent=later.textContent;document.head.append(script)})
}
function painted(next){requestAnimationFrame(function(){setTimeout(next)})}
var picture=document.querySelector('img[fetchpriority="high"]');
['pointerdown','keydown','focusin'].forEach(function(type){addEventListener(type,begin,{once:true,capture:true,passive:true})});
setTimeout(begin,${MAX_DELAY_MS});
if(picture)picture.decode().catch(function(){}).then(function(){painted(begin)});
else painted(function(){document.fonts.ready.then(function(){painted(begin)})})
})()`;
