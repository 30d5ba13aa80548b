/** Names begin with `o360`, so that none is a page's own. A sheet made by script needs no exception in the page's policy. */
const CSS = `
.o360-list{position:absolute;inset:0;margin:0;padding:0;list-style:none;pointer-events:none;contain:strict}
.o360-list>li{display:contents}
.o360-spot{all:unset;box-sizing:border-box;position:absolute;left:-22px;top:-22px;width:44px;height:44px;border-radius:50%;cursor:pointer;pointer-events:auto;touch-action:none;user-select:none}
.o360-spot[data-kind=door]{border-radius:22px 22px 8px 8px}
.o360-spot[data-away]{pointer-events:none}
.o360-spot:focus-visible{outline:3px solid #1d1507;outline-offset:3px;box-shadow:0 0 0 3px #fbf1e5}
.o360-label{visibility:hidden;position:absolute;top:100%;left:50%;transform:translateX(-50%);box-sizing:border-box;width:max-content;max-width:min(15rem,70vw);padding:.375rem .75rem;border-radius:6px;background:#fbf1e5;color:#2a2117;font-size:.875rem;line-height:1.35;text-align:center;box-shadow:0 2px 10px #1d150759}
.o360-spot:focus-visible>.o360-label{margin:.625rem 0}
.o360-label::before{content:"";position:absolute;inset:-8px}
.o360-spot[data-lit]{z-index:1}
.o360-spot[data-lit]>.o360-label{visibility:visible}
.o360-spot[data-side=left]>.o360-label{left:0;transform:none}
.o360-spot[data-side=right]>.o360-label{left:auto;right:0;transform:none}
.o360-spot[data-above]>.o360-label{top:auto;bottom:100%}`;

let sheet: CSSStyleSheet | undefined;

/** Adds the style to the document, once. */
export function addStyle(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
