/** The built-in categories, for the case that the server can name none. */
export const DEFAULT_CATEGORIES = [
  'Entertainment & Media',
  'Education & Training',
  'Healthcare & Wellness',
  'Real Estate & Architecture',
  'Retail & E-commerce',
  'Tourism & Hospitality',
  'Manufacturing & Industrial',
  'Arts & Culture',
  'Marketing & Advertising',
  'Lifestyle & Personal',
  'Science & Exploration',
] as const;
