import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part of a page that is loaded when it is needed. Where that fails the page goes on, with `Instead` or without the part. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch(() => Instead) }));
