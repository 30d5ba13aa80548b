const NORMALISED = /^(?:https?:\/\/(?:[a-z](?:-?[a-z0-9])*\.)+[a-z]{2,})?(?:\/[\w~-][\w.~-]*)+$/;

/** Whether a URL, absolute or root-relative, is so plain that parsing it would give the same text. Parsing takes longer. */
export function isNormalised(url: string): boolean {
  return NORMALISED.test(url) && !url.includes('xn--');
}
