import { type ComponentType, Suspense, useState } from 'react';
import { hydrateWith } from '../before-hydration.ts';
import { lazyPart } from './lazy-part.tsx';

/** `import * as part from './part.tsx?part'`: what `web/page-parts.ts` makes of a module. */
interface Part {
  loaded: unknown;
  scripts: readonly string[];
  styles: readonly string[];
  load(): Promise<unknown>;
}

interface Options<Exports, Props> {
  /** One of its own on each page. */
  name: string;
  part: Part;
  pick(exports: Exports): ComponentType<Props>;
  /** Shown while it is loaded, where a visitor comes from another page. */
  Pending: ComponentType<Props>;
  /** Shown where that fails. */
  Instead: ComponentType<Props>;
}

/**
 * A part of a page that most of its URLs do not show. Where one does, the HTML names its scripts and styles, and the page is
 * hydrated once they are there: neither later nor in other steps than if the part were in the script of the page.
 */
export function pagePart<Exports, Props extends object>({
  name,
  part,
  pick,
  Pending,
  Instead,
}: Options<Exports, Props>): ComponentType<Props> {
  let Loaded = part.loaded === undefined ? undefined : pick(part.loaded as Exports);
  const load = async () => {
    Loaded = pick((await part.load()) as Exports);
    return Loaded;
  };
  const Lazy = lazyPart(load, Instead);
  const isDrawn = typeof document !== 'undefined' && document.querySelector(`link[data-part="${name}"]`);
  if (isDrawn && !Loaded) hydrateWith(load());

  return function PagePart(props: Props) {
    const [Ready] = useState(() => Loaded);
    return (
      <>
        {part.scripts.map((href) => (
          <link key={href} rel="modulepreload" href={href} data-part={name} />
        ))}
        {part.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="page" />
        ))}
        {Ready ? (
          <Ready {...props} />
        ) : (
          <Suspense fallback={<Pending {...props} />}>
            <Lazy {...props} />
          </Suspense>
        )}
      </>
    );
  };
}
