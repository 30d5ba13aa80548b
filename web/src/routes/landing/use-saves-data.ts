import { useMediaQuery } from '../../ui/use-media-query.ts';

/** Phones are often on metered connections, and show little of a video behind text. */
const LITTLE_DATA = '(prefers-reduced-data: reduce), (max-width: 47.99rem)';

/** The Network Information API, where the browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the visitor saves data, has a slow connection or a small screen. True until that is known. */
export function useSavesData(): boolean {
  const isLittle = useMediaQuery(LITTLE_DATA, true);
  if (isLittle) return true;
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}
