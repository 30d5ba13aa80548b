import { type RefObject, useEffect } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { hasChosen, toggleCaptions, useCaptionChoice } from './caption-choice.ts';
import { CaptionStyle } from './caption-style.tsx';
import { type Track, trackFor } from './cues.ts';
import styles from './film-captions.module.css';

interface Props {
  film: RefObject<HTMLVideoElement | null>;
  tracks: readonly Track[];
}

/** The captions of a flat film, drawn by the browser, which shows them on a full screen too, and a button that hides them. */
export function FilmCaptions({ film, tracks }: Props) {
  const choice = useCaptionChoice();
  useEffect(() => {
    const video = film.current;
    if (video === null) return;
    // They cannot be removed, and an effect may run twice.
    if (video.textTracks.length === 0) for (const track of tracks) addTrack(video, track);
    const { textTracks } = video;
    // The browser's own menu offers them as well.
    const follow = () => {
      const areShown = [...textTracks].some(({ mode }) => mode === 'showing');
      if (areShown === hasChosen('hidden')) toggleCaptions('hidden');
    };
    textTracks.addEventListener('change', follow);
    return () => textTracks.removeEventListener('change', follow);
  }, [film, tracks]);
  const areShown = !hasChosen('hidden');
  useEffect(() => {
    const added = film.current?.textTracks ?? [];
    const best = trackFor(tracks, navigator.languages);
    for (const [index, track] of tracks.entries()) {
      const { [index]: one } = added;
      if (one) one.mode = areShown && track === best ? 'showing' : 'disabled';
    }
  }, [film, tracks, areShown]);
  useEffect(() => {
    film.current?.setAttribute('data-captions', choice);
  }, [film, choice]);
  return (
    <div className={styles.tools}>
      <IconButton
        icon="captions"
        label="Captions"
        aria-pressed={areShown}
        onClick={() => toggleCaptions('hidden')}
      />
      {areShown && <CaptionStyle />}
    </div>
  );
}

function addTrack(video: HTMLVideoElement, { language, label, cues }: Track) {
  const added = video.addTextTrack('captions', label, language);
  for (const { from, to, text } of cues) added.addCue(new VTTCue(from, to, asWords(text)));
}

/** Text is text: a browser would take `<` and `&` of a cue for WebVTT's markup. */
const asWords = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
