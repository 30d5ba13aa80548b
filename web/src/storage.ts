/** Browser storage that never throws: where the browser refuses it, nothing is stored and nothing is read. */
function createSafeStorage(open: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const tryTo = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => tryTo((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => tryTo((storage) => storage.setItem(key, value)),
    removeItem: (key) => tryTo((storage) => storage.removeItem(key)),
  };
}

/** Lasts until it is removed, and is shared by all tabs. */
export const localStore = createSafeStorage(() => localStorage);

/** Lasts as long as the tab. */
export const sessionStore = createSafeStorage(() => sessionStorage);
