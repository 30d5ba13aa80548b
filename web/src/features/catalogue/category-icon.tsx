/** Absolute or rooted URLs and data: images; everything else is text, usually an emoji. */
const LOOKS_LIKE_URL = /^(?:https?:\/\/|\/|data:image\/)/i;

interface Props {
  icon: string;
  fallback?: string;
  /** Of an image, in CSS pixels; text follows the surrounding font. */
  size?: number;
}

/** The decorative icon of a category or subcategory: an image where it is a URL, else text. */
export function CategoryIcon({ icon, fallback = '📁', size = 24 }: Props) {
  if (LOOKS_LIKE_URL.test(icon.trim())) {
    return <img src={icon.trim()} alt="" width={size} height={size} loading="lazy" />;
  }
  return <span aria-hidden="true">{icon.trim() || fallback}</span>;
}
