import { randomUUID } from 'node:crypto';
import { mayOpen } from './access.ts';
import type { MemberState } from './member-state.ts';
import { presentExperience, type UrlSources } from './presentation.ts';
import type { StoredExperience } from './store.ts';

/** JSON around the places where the base of a member's own media URL belongs. */
type Pieces = readonly Buffer[];

/** Occurs in no text of a catalogue. */
const BASE_MARK = `/${randomUUID()}/`;

/**
 * An experience as members see it in lists. The JSON is made once for each combination of what differs among members, and
 * each member's own is put together of it. What only one member may see, the signed media URL, is never part of it.
 */
export class SharedCard {
  readonly stored: StoredExperience;
  readonly #urls: UrlSources;
  /** By whether the member may open it and likes it. */
  readonly #variants: (Pieces | undefined)[] = [];

  constructor(stored: StoredExperience, urls: UrlSources) {
    this.stored = stored;
    this.#urls = urls;
  }

  /** Appends a comma and the JSON of the experience as a member sees it. */
  appendTo(parts: Buffer[], memberId: string, state: MemberState): void {
    const { id } = this.stored;
    const isLiked = state.liked.has(id);
    const mayBeOpened = mayOpen(this.stored, {
      hasPlan: state.hasPlan,
      isUnlocked: state.unlocked.has(id),
    });
    const variant = (mayBeOpened ? 2 : 0) + (isLiked ? 1 : 0);
    const likeCount = state.likeCounts.get(id);
    if (likeCount !== undefined && likeCount !== this.stored.likeCount) {
      const current = presentExperience({ ...this.stored, likeCount }, { memberId, ...state }, this.#urls);
      parts.push(Buffer.from(`,${JSON.stringify(current)}`));
      return;
    }
    this.#variants[variant] ??= this.#render(mayBeOpened, isLiked);
    let isFirst = true;
    for (const piece of this.#variants[variant]) {
      if (!isFirst) parts.push(this.#baseFor(memberId, state));
      parts.push(piece);
      isFirst = false;
    }
  }

  #render(mayBeOpened: boolean, isLiked: boolean): Pieces {
    const ids = new Set([this.stored.id]);
    const none: ReadonlySet<number> = new Set();
    const presented = presentExperience(
      this.stored,
      {
        memberId: undefined,
        hasPlan: false,
        unlocked: mayBeOpened ? ids : none,
        liked: isLiked ? ids : none,
        likeCounts: new Map(),
      },
      this.stored.assetGated ? { ...this.#urls, buildAssetUrl: () => ({ base: BASE_MARK }) } : this.#urls,
    );
    return `,${JSON.stringify(presented)}`.split(BASE_MARK).map((text) => Buffer.from(text));
  }

  #baseFor(memberId: string, { signedBases }: MemberState): Buffer {
    const { id, assetId, assetGated } = this.stored;
    const signed = signedBases?.get(id);
    if (signed?.assetId === assetId) return signed.base;
    if (assetId === null) throw new Error('an experience without an asset has no signed URL');
    const url = this.#urls.buildAssetUrl({ assetId, gated: assetGated, experienceId: id, memberId });
    const base = Buffer.from(JSON.stringify(url.base).slice(1, -1));
    signedBases?.set(id, { assetId, base });
    return base;
  }
}

/** A page of a list without anything that differs among callers. */
export interface SharedPage {
  cards: SharedCard[];
  /** Of the experiences, in the same order. */
  ids: number[];
  /** Undefined if the list is too long to be counted. */
  total: number | undefined;
  nextCursor: string | undefined;
}

const OPENING_BRACKET = '['.charCodeAt(0);
const CLOSING_BRACKET = Buffer.from(']');

/** A list of experiences as JSON, as a member sees it. */
export function cardsFor(cards: readonly SharedCard[], memberId: string, state: MemberState): Buffer {
  if (cards.length === 0) return Buffer.from('[]');
  const parts: Buffer[] = [];
  for (const card of cards) card.appendTo(parts, memberId, state);
  parts.push(CLOSING_BRACKET);
  const list = Buffer.concat(parts);
  // In place of the first comma.
  list[0] = OPENING_BRACKET;
  return list;
}
