import { BatchedWriter } from '../../batched-writer.ts';
import type { Db } from '../../database/database.ts';
import { insertEvents, type StoredEvent } from './store.ts';

/**
 * Writes the events of many requests in batches. A request is answered after its batch is committed, so that no accepted
 * event is lost.
 */
export class EventWriter {
  readonly #writer: BatchedWriter<StoredEvent[]>;

  /** @param maxWaiting the maximum number of queued events, of about 1 kB each; 10,000 by default */
  constructor(db: Db, maxWaiting?: number) {
    this.#writer = new BatchedWriter<StoredEvent[]>({
      write: async (submissions) => {
        await insertEvents(db, submissions.flat());
        return submissions.map(() => undefined);
      },
      sizeOf: (events) => events.length,
      ...(maxWaiting !== undefined && { maxWaiting }),
    });
  }

  /**
   * Stores events. Resolves once they are committed.
   *
   * @throws {AppError} 503 `busy` if too many events are queued
   */
  add(events: StoredEvent[]): Promise<void> {
    return this.#writer.add(events);
  }
}
