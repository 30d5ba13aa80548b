/** 24 by 24 line drawings, stroked in the text's colour. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L20 20',
  chevronLeft: 'M15 5l-7 7 7 7',
  chevronRight: 'M9 5l7 7-7 7',
  heart: 'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.2a4.3 4.3 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  star: 'M12 4l2.4 5 5.4.7-4 3.8 1 5.5-4.8-2.7L7.200 19l1-5.500-4-3.800 5.400-.700z',
  lock: 'M6.500 11h11v8.500h-11zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  play: 'M8 5.500v13l10.500-6.500z',
  video: 'M3.500 7h11v10h-11zM14.500 10.500l6-3v9l-6-3',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside a text that says the same; hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
