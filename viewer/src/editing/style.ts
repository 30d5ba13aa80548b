/** Names begin with `o360`, so that none is a page's own. A sheet made by script needs no exception in the page's policy. */
const CSS = `
.o360-edit{position:absolute;inset:0;overflow:hidden;pointer-events:none;contain:strict}
.o360-edit svg.o360-paths{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.o360-path{fill:none;stroke:#fbf1e5;stroke-width:2;stroke-linejoin:round;paint-order:stroke}
.o360-path[data-area]{fill:#fbf1e51f}
.o360-path[data-selected]{stroke:#bf8f2c;stroke-width:3;fill:#bf8f2c29}
.o360-path[data-edge]{stroke:#bf8f2c;stroke-width:2;stroke-dasharray:6 4}
.o360-shade{fill:none;stroke:#1d150799;stroke-width:5;stroke-linejoin:round}
.o360-handle{all:unset;box-sizing:border-box;position:absolute;left:-22px;top:-22px;width:44px;height:44px;display:grid;place-items:center;border-radius:50%;cursor:move;pointer-events:auto;touch-action:none;user-select:none;-webkit-user-select:none}
.o360-handle[data-away]{pointer-events:none;opacity:0}
.o360-handle::before{content:"";grid-area:1/1;width:32px;height:32px;border-radius:50%;background:#fbf1e5;border:2px solid #bf8f2c;box-sizing:border-box;box-shadow:0 1px 6px #1d150780}
.o360-handle[data-kind=door]::before{border-radius:16px 16px 5px 5px}
.o360-handle svg{grid-area:1/1;width:20px;height:20px;fill:none;stroke:#2a2117;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round;z-index:1}
.o360-handle[aria-pressed=true]::before{background:#bf8f2c;border-color:#fbf1e5;outline:3px solid #bf8f2c;outline-offset:2px}
.o360-handle[aria-pressed=true]{z-index:2}
.o360-handle[aria-pressed=true] svg{stroke:#1d1507}
.o360-handle:hover,.o360-handle:focus-visible,.o360-handle[data-dragged]{z-index:3}
.o360-handle:focus-visible{outline:3px solid #1d1507;outline-offset:1px;box-shadow:0 0 0 4px #fbf1e5}
.o360-corner{left:-14px;top:-14px;width:28px;height:28px;z-index:2}
.o360-corner::before{width:14px;height:14px}
.o360-corner[data-between]{cursor:copy}
.o360-corner[data-between]::before{width:9px;height:9px;border-width:0;opacity:.85}
.o360-name{visibility:hidden;position:absolute;top:100%;left:50%;transform:translateX(-50%);width:max-content;max-width:12rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:.25rem .5rem;border-radius:6px;background:#fbf1e5;color:#2a2117;font-size:.8125rem;line-height:1.3;box-shadow:0 2px 10px #1d150759;pointer-events:none}
.o360-handle[data-side=left]>.o360-name{left:0;transform:none}
.o360-handle[data-side=right]>.o360-name{left:auto;right:0;transform:none}
.o360-handle:hover>.o360-name,.o360-handle:focus-visible>.o360-name,.o360-handle[aria-pressed=true]>.o360-name{visibility:visible}
.o360-handle[data-dragged]>.o360-name{visibility:hidden}
[data-o360-placing]>canvas{cursor:crosshair}
[data-o360-placing]~.o360-edit .o360-handle:not([data-key^=edge]){pointer-events:none;opacity:.6}
@media (forced-colors:active){
.o360-handle::before{background:ButtonFace;border-color:ButtonText}
.o360-handle svg{stroke:ButtonText}
.o360-handle[aria-pressed=true]::before{background:Highlight;outline-color:Highlight}
.o360-handle[aria-pressed=true] svg{stroke:HighlightText}
.o360-path,.o360-path[data-selected]{stroke:Highlight}
.o360-name{background:Canvas;color:CanvasText;border:1px solid}
}`;

let sheet: CSSStyleSheet | undefined;

/** Adds the style to the document, once. */
export function addStyle(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
