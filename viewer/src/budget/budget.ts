import { fetchBlob } from '../sources/media-fetcher.ts';
import type { MediaLoader, Scene } from '../types.ts';
import type { Viewer } from '../viewer.ts';

/** Of a scene. */
export const DEFAULT_BYTES = 1_000_000;
/** What is under way may be so much larger than the largest before. */
const CAUTION = 2;

/** What the scene in view has taken from the network. */
export interface DataUse {
  bytes: number;
  /** Undefined once it is lifted. */
  limit: number | undefined;
  /** Whether the view would be sharper without the limit. */
  isWaiting: boolean;
}

type Media = Promise<Blob | 'forbidden'>;

/** Of one scene. */
interface Account {
  bytes: number;
  isLifted: boolean;
  isWhole: boolean;
  underWay: number;
  largest: number;
  /** Begin what waits, in the order of asking. */
  waiting: Set<() => void>;
  /** What has been paid for is kept: looking back costs nothing. */
  media: Map<string, Media>;
}

const newAccount = (): Account => ({
  bytes: 0,
  isLifted: false,
  isWhole: false,
  underWay: 0,
  largest: 0,
  waiting: new Set(),
  media: new Map(),
});

/** Loads so many bytes of each scene, and the rest when the visitor asks for it. */
export class DataBudget implements MediaLoader {
  readonly #bytes: number;
  readonly #onChange: (use: DataUse) => void;
  readonly #accounts = new WeakMap<object, Account>();
  /** Of what was asked for last. */
  #current = newAccount();
  readonly #held = new Set<Account>();

  constructor(bytes: number, onChange: (use: DataUse) => void = () => {}) {
    this.#bytes = bytes;
    this.#onChange = onChange;
  }

  load(url: string, signal: AbortSignal, owner: { scene: Scene }): Media {
    if (url.startsWith('data:')) return fetchBlob(url, signal);
    const { scene } = owner;
    const account = this.#accountOf(owner);
    const preview = scene.kind === 'photo' ? scene.preview : scene.poster;
    // Shown whatever it takes.
    if (url === preview) return this.#fetch(url, signal, account);
    // Cannot be loaded in part.
    account.isWhole = scene.kind === 'photo' && !scene.tiles && preview !== undefined;
    const { promise, resolve, reject } = Promise.withResolvers<Blob | 'forbidden'>();
    const begin = () => {
      account.waiting.delete(begin);
      this.#fetch(url, signal, account).then(resolve, reject);
    };
    signal.addEventListener('abort', () => {
      reject(signal.reason);
      if (account.waiting.delete(begin)) this.#continue(account);
    });
    if (account.media.has(url)) begin();
    else account.waiting.add(begin);
    this.#continue(account);
    return promise;
  }

  /** Loads what the scene in view needs. */
  lift(): void {
    for (const account of [...this.#held, this.#current]) {
      account.isLifted = true;
      this.#continue(account);
    }
  }

  #accountOf(owner: object): Account {
    const account = this.#accounts.get(owner) ?? newAccount();
    this.#current = account;
    this.#accounts.set(owner, account);
    return account;
  }

  #continue(account: Account): void {
    for (const begin of account.waiting) if (this.#affords(account)) begin();
    if (account.waiting.size > 0) this.#held.add(account);
    else this.#held.delete(account);
    if (account !== this.#current) return;
    const { bytes, isLifted, waiting, underWay } = account;
    const limit = isLifted ? undefined : this.#bytes;
    this.#onChange({ bytes, limit, isWaiting: waiting.size > 0 && underWay === 0 });
  }

  /** Only a file that is alone under way may go beyond the limit. */
  #affords({ bytes, isLifted, isWhole, underWay, largest }: Account): boolean {
    if (isLifted || isWhole) return isLifted;
    if (underWay === 0) return bytes < this.#bytes;
    return largest > 0 && bytes + (underWay + 1) * largest * CAUTION <= this.#bytes;
  }

  #fetch(url: string, signal: AbortSignal, account: Account): Media {
    const loaded = account.media.get(url);
    if (loaded) return loaded;
    account.underWay++;
    // What is no longer wanted would have been paid for in part.
    const media = fetchBlob(url, account.isLifted ? signal : new AbortController().signal);
    if (!account.isLifted) account.media.set(url, media);
    const end = (loaded?: Blob | 'forbidden') => {
      account.underWay--;
      if (loaded instanceof Blob) {
        account.bytes += loaded.size;
        account.largest = Math.max(account.largest, loaded.size);
      } else account.media.delete(url);
      this.#continue(account);
    };
    media.then(end, () => end());
    return media;
  }
}

/** Limits what the viewer loads of each scene from now on. */
export function limitData(
  { parts }: Viewer,
  bytes = DEFAULT_BYTES,
  onChange?: (use: DataUse) => void,
): DataBudget {
  const budget = new DataBudget(bytes, onChange);
  parts.options.budget = budget;
  return budget;
}
