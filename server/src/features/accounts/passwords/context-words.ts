/** Shorter words occur in too many good passwords by chance. */
const MIN_WORD = 4;
/** The characters that a password needs in addition to public data about its owner. */
const MIN_REST = 5;

/** The owner of a password, as far as known. */
export interface PasswordOwner {
  email?: string | null | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** The texts and their parts, lower case, the longest first. */
function wordsOf(texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => {
    const plain = (text ?? '').normalize('NFKC').toLowerCase();
    const [local = ''] = plain.split('@');
    return [plain, local, ...local.split(/[^\p{L}\p{N}]+/u)];
  });
  return [...new Set(words)].filter((word) => word.length >= MIN_WORD).sort((a, b) => b.length - a.length);
}

/**
 * Whether a password is little more than its owner's name or email, or the name of the site: `anna1990`, `oriel2026`. Longer
 * passwords may contain them.
 */
export function isAboutOwner(password: string, owner: PasswordOwner, brand: string): boolean {
  let rest = password.normalize('NFKC').toLowerCase();
  const words = wordsOf([owner.email, owner.firstName, owner.lastName, brand]);
  if (!words.some((word) => rest.includes(word))) return false;
  for (const word of words) rest = rest.replaceAll(word, '');
  return rest.length < MIN_REST;
}
