import type { FileType } from './file-type.ts';
import { imageHash, processImage } from './image.ts';
import { isPicture, isVideo, type ReceivedFile } from './intake.ts';
import { type DerivedFile, inspectPhoto, processPhoto } from './photo.ts';
import type { ProbeLimits } from './probe.ts';
import { MediaRefused, type RefusalCode } from './refusals.ts';
import { isSound, processSound } from './sound.ts';
import type { StoredContent } from './store.ts';
import { filmHash, processFilm, processVideo } from './video.ts';

type Derived = Omit<StoredContent, 'contentHash' | 'size'> & { files: readonly DerivedFile[] };

/** What files of one purpose have in common. */
export interface MediaPurpose {
  accepts(type: FileType): boolean;
  /** Of files that are not accepted. */
  refusal: RefusalCode;
  /** The hash of what is stored, where the same file also serves another purpose; that of the file by default. */
  hashOf?(fileHash: string): string;
  derive(received: ReceivedFile, folder: string, limits: ProbeLimits): Promise<Derived>;
}

/** 360-degree photos and videos. */
export const SPHERE: MediaPurpose = {
  accepts: (type) => isPicture(type) || isVideo(type),
  refusal: 'media_type_unsupported',
  async derive({ file, type }, folder, limits) {
    if (isVideo(type)) return { kind: 'video', ...(await processVideo(file, type, folder, limits)) };
    const photo = await inspectPhoto(file, type);
    const { width, height } = photo;
    return { kind: 'photo', width, height, duration: null, ...(await processPhoto(file, photo, folder)) };
  },
};

/** Flat images. */
export const IMAGE: MediaPurpose = {
  accepts: isPicture,
  refusal: 'media_type_unsupported',
  hashOf: imageHash,
  async derive({ file }, folder) {
    return { kind: 'image', duration: null, ...(await processImage(file, folder)) };
  },
};

/** Flat films. */
export const FILM: MediaPurpose = {
  accepts: isVideo,
  refusal: 'media_film_unsupported',
  hashOf: filmHash,
  async derive({ file, type }, folder, limits) {
    if (!isVideo(type)) throw new MediaRefused('media_film_unsupported');
    return { kind: 'film', ...(await processFilm(file, type, folder, limits)) };
  },
};

export const SOUND: MediaPurpose = {
  accepts: isSound,
  refusal: 'media_sound_unsupported',
  async derive({ file, type }, folder, limits) {
    const sound = await processSound(file, type, folder, limits);
    return { kind: 'sound', width: null, height: null, ...sound };
  },
};
