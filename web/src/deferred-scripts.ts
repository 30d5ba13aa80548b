/**
 * The HTML of most pages is useful without scripts, so these wait until all of it is parsed and its
 * styles are loaded: until then a slow connection is free for styles, fonts and images. A page that is useless
 * without its scripts exports `handle = { eagerScripts: true }`: they are loaded at once, and run after the first paint.
 */

const DEFERRED = 'text/later';

/** Makes the module scripts of a finished page wait for `startScript`. */
export function deferScripts(html: string, nonce: string): string {
  return html.replaceAll(
    `<script nonce="${nonce}" type="module" `,
    `<script nonce="${nonce}" type="${DEFERRED}" `,
  );
}

const PRELOAD = '<link rel="modulepreload" ';

/** Makes the preloads of these scripts wait, too. */
export function deferPreloads(html: string): string {
  return html.replaceAll(PRELOAD, '<link data-later="modulepreload" ');
}

/** Lets styles, fonts and the first image of a page pass its scripts on a slow connection. */
export function lowerPreloads(html: string): string {
  return html.replaceAll(PRELOAD, `${PRELOAD}fetchpriority="low" `);
}

/** In `window`: what listens for presses, with the button pressed last. */
const EARLY_PRESS = 'earlyPress';

/** After this long the scripts no longer wait for an image. */
const MAX_DELAY_MS = 2000;

/**
 * Runs at the end of the body, once the styles are loaded. Starts the scripts after the first paint where they are
 * preloaded; elsewhere when the first large image has been painted (without one, the text in its own font); or at the
 * visitor's first interaction with the page. Remembers the last button that was pressed before they ran, for `pressAgain`.
 */
export const startScript = `(function(){
var begun;
addEventListener('click',window.${EARLY_PRESS}=function early(event){early.button=event.target.closest('button[type=button]')},true);
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
if(document.hidden)begin();
else if(!document.querySelector('link[data-later]'))painted(begin);
else if(picture)picture.decode().catch(function(){}).then(function(){painted(begin)});
else painted(function(){document.fonts.ready.then(function(){painted(begin)})})
})()`;

const TRY_AGAIN_MS = 50;
const MAX_TRIES = 100;

/** Some buttons can be used once the session is known. */
function pressOnceEnabled(button: HTMLElement, tries = MAX_TRIES): void {
  if (button.ariaDisabled !== 'true') button.click();
  else if (tries > 0) setTimeout(pressOnceEnabled, TRY_AGAIN_MS, button, tries - 1);
}

/** Presses the button that a visitor pressed before the scripts could respond. Call it once they do. */
export function pressAgain(): void {
  const { [EARLY_PRESS]: listener } = window as { [EARLY_PRESS]?: EventListener & { button?: HTMLElement } };
  if (listener === undefined) return;
  window.removeEventListener('click', listener, true);
  if (listener.button) pressOnceEnabled(listener.button);
  delete listener.button;
}
