/** Appends the viewer's focusable element to `container`, which it fills. */
export function appendRoot(container: HTMLElement, label: string): HTMLElement {
  const root = document.createElement('div');
  root.tabIndex = 0;
  root.setAttribute('role', 'application');
  root.setAttribute('aria-label', label);
  Object.assign(root.style, {
    position: 'relative',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    touchAction: 'none',
    userSelect: 'none',
    cursor: 'grab',
    // Inside, since a viewer that fills the window has no outside.
    outlineOffset: '-4px',
  });
  container.append(root);
  return root;
}

/** Under the canvas before, where there is one. */
export function addCanvas(root: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
  root.prepend(canvas);
  return canvas;
}
