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

/**
 * Runs in the head. Where the browser refuses the tab's storage, scripts of libraries that read it unguarded get one that
 * lasts as long as the page. It must never throw.
 */
export const storageScript = `(function(){try{sessionStorage}catch(e){try{var m=new Map();Object.defineProperty(window,'sessionStorage',{configurable:true,value:{getItem:function(k){return m.has(k)?m.get(k):null},setItem:function(k,v){m.set(k,String(v))},removeItem:function(k){m.delete(k)}}})}catch(e){}}})()`;
