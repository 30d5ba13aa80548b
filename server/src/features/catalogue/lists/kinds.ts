/** What experiences are listed by. */
export const LIST_KINDS = ['category', 'subcategory', 'tag'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

export const TABLES = { category: 'categories', subcategory: 'subcategories', tag: 'tags' } as const;
