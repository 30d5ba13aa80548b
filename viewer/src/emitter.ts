type Listener<T> = (payload: T) => void;

/** Typed events: `on` returns a function that removes the listener. */
export class Emitter<Events extends object> {
  #listeners: { [K in keyof Events]?: Set<Listener<Events[K]>> } = {};

  on<K extends keyof Events>(type: K, listener: Listener<Events[K]>): () => void {
    const set = this.#listeners[type] ?? new Set();
    this.#listeners[type] = set;
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  }

  emit<K extends keyof Events>(type: K, payload: Events[K]): void {
    for (const listener of this.#listeners[type] ?? []) listener(payload);
  }

  clear(): void {
    this.#listeners = {};
  }
}
