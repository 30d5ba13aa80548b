/** Absolute or rooted addresses and data: pictures; everything else is text, an emoji as a rule. */
const LOOKS_LIKE_URL = /^(?:https?:\/\/|\/|data:image\/)/i;

interface Props {
  icon: string;
  fallback?: string;
  /** Of a picture, in CSS pixels; text follows the surrounding font. */
  size?: number;
}

/** The icon of a category or subcategory: a picture where it is an address, else text. It says nothing that the name does not. */
export function CategoryIcon({ icon, fallback = '📁', size = 24 }: Props) {
  if (LOOKS_LIKE_URL.test(icon.trim())) {
    return <img src={icon.trim()} alt="" width={size} height={size} loading="lazy" />;
  }
  return <span aria-hidden="true">{icon.trim() || fallback}</span>;
}
