import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLSelectElement;

/** The text of a field, or whether its box is ticked. */
function contentOf(field: Field): string | boolean {
  return field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;
}

/**
 * Takes over what a visitor typed, chose or ticked in a controlled field before the scripts ran. Hydration leaves it in the
 * field, and the next rendering would replace it by what React knows.
 *
 * @param rendered what the server rendered
 * @param accept as if it had been typed just now
 * @returns the field's ref
 */
export function useEarlyInput<Content extends string | boolean>(
  rendered: Content,
  accept: (content: Content) => void,
): RefCallback<Field> {
  const field = useRef<Field>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before React renders again
  useLayoutEffect(() => {
    if (field.current === null) return;
    const content = contentOf(field.current);
    if (content !== rendered) accept(content as Content);
  }, []);
  return useCallback((element: Field | null) => {
    field.current = element;
  }, []);
}
