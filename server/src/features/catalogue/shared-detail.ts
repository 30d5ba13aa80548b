import type { SearchTexts, TourOutline } from '@oriel/contract';
import type { StoredPanorama } from './media.ts';
import type { StoredExperience } from './store.ts';

/** The tour of an experience, as callers see it who may open it and who may not. */
export interface TourOutlines {
  open: TourOutline;
  closed: TourOutline;
}

/** Finds tours of more than a single bare scene; the tours feature implements it. */
export interface TourSource {
  outlines(experienceId: number, version: number): Promise<TourOutlines | undefined>;
  /** The outline of a tour that does not open for everybody, with the URLs that are signed for the member. */
  signedOutline(
    experienceId: number,
    version: number,
    memberId: string | undefined,
  ): Promise<TourOutline | undefined>;
}

/** Whether a member is in the workspace that published an experience, or may see the tours of all; `studio-tours` implements it. */
export type IsOfTeam = (experienceId: number, memberId: string) => Promise<boolean>;

/** An experience with what the viewer needs; the same for every caller. */
export interface SharedDetail {
  stored: StoredExperience;
  panorama: StoredPanorama | undefined;
  seo: SearchTexts | undefined;
  /** Undefined for a tour that does not open for everybody too: its outline differs among members. */
  tour: TourOutlines | undefined;
  /** The version of the tour that visitors see. */
  tourVersion: number | undefined;
}

/** Shares the work of concurrent reads; the response cache implements it. */
export interface SharedReads {
  share<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Changes with every change of the catalogue. */
  readonly generation: number;
}

/** How long and how much of the catalogue is cached without callers. */
export interface DetailCacheOptions {
  /** 0 disables the cache. */
  lifetimeMs: number;
  maxBytes: number;
}
