import { reloadOnceReachable } from '../lost-request.ts';
import { Failure } from './failure.tsx';

/** In place of a part of a page whose script could not be loaded, and that somebody has asked for. */
export function LostPart({ name = 'This' }: { name?: string }) {
  return (
    <Failure
      sentence={`${name} could not be loaded. Please check your connection.`}
      onRetry={reloadOnceReachable}
    />
  );
}
