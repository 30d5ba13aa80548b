/** 24 by 24 line drawings. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  home: 'M4 11l8-6.500 8 6.500v8.500h-5.500v-5.500h-5v5.500H4z',
  filters:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM9 14.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L20 20',
  chevronLeft: 'M15 5l-7 7 7 7',
  chevronRight: 'M9 5l7 7-7 7',
  chevronDown: 'M5 9l7 7 7-7',
  chevronUp: 'M5 15l7-7 7 7',
  heart: 'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.2a4.3 4.3 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  eyeOff:
    'M4 4l16 16M9.4 5.9A9.5 9.5 0 0 1 12 5.5C18 5.5 21.5 12 21.5 12a16 16 0 0 1-3.3 4M6.5 7.6A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4-.9M10 10a2.8 2.8 0 0 0 4 4',
  star: 'M12 4l2.4 5 5.4.7-4 3.8 1 5.5-4.8-2.7L7.2 19l1-5.5-4-3.8 5.4-.7z',
  lock: 'M6.5 11h11v8.5h-11zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  play: 'M8 5.5v13l10.5-6.5z',
  video: 'M3.5 7h11v10h-11zM14.5 10.5l6-3v9l-6-3',
  pause: 'M8 5.5v13M16 5.5v13',
  back: 'M20 12H4M10.5 5.5L4 12l6.5 6.5',
  volume: 'M4 9.5v5h3.5L12 18.5V5.5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 18.5V5.5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  captions: 'M3.500 6h17v12h-17zM10.500 10.500a2 2 0 1 0 0 3M16.500 10.500a2 2 0 1 0 0 3',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  exitFullscreen: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  gyroscope: 'M8 3.5h8v17H8zM4.5 8a9 9 0 0 0 0 8M19.5 8a9 9 0 0 1 0 8',
  headset:
    'M3.500 8.500h17v8h-5.500l-1.500-2.500h-3l-1.500 2.500H3.500zM6 8.500V6.500h12v2M8.500 12v.1M15.500 12v.1',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.5a2.5 2.5 0 1 1 3.600 2.200c-.7.4-1.1.9-1.1 1.800M12 16.600v.1',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  arrowDown: 'M12 5v14M6 13l6 6 6-6',
  arrowLeft: 'M19 12H5M11 6l-6 6 6 6',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  rooms: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  plan: 'M4 4.500h16v15H4zM11 4.500v5.500M11 13v6.500M11 10H7.500M14.500 13H20',
  guide: 'M6 20.500V3.500M6 4.500h12l-3 4 3 4H6',
  previous: 'M17.500 6v12L9 12zM6.500 6v12',
  next: 'M6.500 6v12L15 12zM17.500 6v12',
  passkey:
    'M8.5 4a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 19.500v-.5a5.500 5.500 0 0 1 8.500-4.600M17 8.500a3 3 0 0 0-1.500 5.600v4.400l1.500 1.500 1.800-1.800-1.300-1.300 1.300-1.300-1.300-1.500a3 3 0 0 0-.5-5.600zM17 11v.1',
  share: 'M12 15V4M7.500 8L12 3.500 16.500 8M6 12v8h12v-8',
  compare: 'M4 5h16v14H4zM12 5v14',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  more: 'M5.500 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM18.500 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
  external: 'M13.5 4.5h6v6M19.5 4.5l-9 9M17.5 14v5.5h-13v-13H10',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon; hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <LineDrawing path={PATHS[name]} size={size} />;
}

/** A drawing of 24 by 24, stroked in the text's colour; hidden from screen readers. */
export function LineDrawing({ path, size }: { path: string; size: number }) {
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
      <path d={path} />
    </svg>
  );
}
