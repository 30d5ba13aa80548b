import { savesData } from '../../ui/saves-data.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';

/** Phones are often on metered connections, and show little of a video behind text. */
const LITTLE_DATA = '(prefers-reduced-data: reduce), (max-width: 47.99rem)';

/** The Network Information API, where the browser has it. */
interface Connection {
  effectiveType?: string;
}

const connectionOf = () => (navigator as Navigator & { connection?: Connection }).connection;

/** Whether the visitor has asked to save data, or has a slow connection. Not for the server. */
export const isSavingData = (): boolean => savesData() || (connectionOf()?.effectiveType ?? '4g') !== '4g';

/** Whether the visitor saves data, has a slow connection or a small screen. True until that is known. */
export function useSavesData(): boolean {
  const isLittle = useMediaQuery(LITTLE_DATA, true);
  return isLittle || isSavingData();
}
