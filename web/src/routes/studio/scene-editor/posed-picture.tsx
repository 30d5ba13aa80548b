import type { Pose } from '@oriel/contract';
import { useEffect, useRef } from 'react';
import { drawPosed } from './draw-posed.ts';
import styles from './posed-picture.module.css';

const WIDTH = 240;
const HEIGHT = 150;

interface Props {
  /** Of a file's preview, on our own origin. */
  url: string;
  pose: Pose;
  caption: string;
}

/** The middle of a picture of a sphere, turned by a pose. */
export function PosedPicture({ url, pose: { pitch, roll }, caption }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Each response signs the URL again; the picture is the same.
  const first = useRef(url);
  useEffect(() => {
    const image = new Image();
    image.src = first.current;
    let isGone = false;
    void image.decode().then(
      () => !isGone && canvas.current && drawPosed(canvas.current, image, { pitch, roll }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [pitch, roll]);
  return (
    <figure className={styles.picture}>
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
