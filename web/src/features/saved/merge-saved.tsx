import { useMergeSaved } from './use-saved.ts';

/** Renders nothing. Part of every page, because visitors sign in on any. */
export function MergeSaved() {
  useMergeSaved();
  return null;
}
