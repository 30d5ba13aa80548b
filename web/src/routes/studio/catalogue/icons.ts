const NAMES = {
  arts: 'Arts',
  education: 'Education',
  entertainment: 'Entertainment',
  events: 'Events',
  food: 'Food',
  heritage: 'Heritage',
  industry: 'Industry',
  lifestyle: 'Lifestyle',
  marketing: 'Marketing',
  nature: 'Nature',
  'real-estate': 'Real estate',
  retail: 'Retail',
  science: 'Science',
  sea: 'Sea',
  tourism: 'Tourism',
  travel: 'Travel',
  wellness: 'Wellness',
  work: 'Work',
};

/** The line drawings of the house, in `web/public/images/categories`. */
export const ICONS = Object.entries(NAMES).map(([file, label]) => ({
  value: `/images/categories/${file}.svg`,
  label,
}));
