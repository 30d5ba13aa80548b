import { median } from '../median.ts';

/** Moves whose way to the screen is measured; pixels of one; pauses between them. */
const MOVES = 24;
const MOVE_PX = 48;
const PAUSE_MS = 400;
/** The mean difference of two frames, of 255, from which on a move shows. */
const MOVED = 1;

/**
 * Drags in the middle of the screen, to and fro, and returns the median time from a move of the pointer to the first frame that
 * shows it, in milliseconds.
 *
 * @param {import('playwright-core').Page} page of 1280 x 720 pixels
 * @param {import('playwright-core').CDPSession} client the page's
 * @param {(bytes: Buffer) => { w: number, h: number, at: (x: number, y: number) => number[] }} png decodes a frame
 */
export async function pointerLag(page, client, png) {
  const frames = [];
  const keep = ({ data, metadata, sessionId }) => {
    frames.push({ data, ms: metadata.timestamp * 1000 });
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  };
  client.on('Page.screencastFrame', keep);
  await client.send('Page.startScreencast', { format: 'png', maxWidth: 320, maxHeight: 180 });
  await page.mouse.move(640, 360);
  await page.mouse.down();
  const moves = [];
  for (let move = 0; move < MOVES; move++) {
    await page.waitForTimeout(PAUSE_MS);
    moves.push(await page.evaluate(() => performance.timeOrigin + performance.now()));
    await page.mouse.move(640 + (move % 2 === 0 ? MOVE_PX : 0), 360);
  }
  await page.waitForTimeout(PAUSE_MS);
  await client.send('Page.stopScreencast');
  client.off('Page.screencastFrame', keep);
  await page.mouse.up();
  const images = frames.map(({ data, ms }) => ({ ms, image: png(Buffer.from(data, 'base64')) }));
  const lags = moves.flatMap((movedMs) => {
    const before = images.findLast(({ ms }) => ms <= movedMs);
    const after =
      before && images.find(({ ms, image }) => ms > movedMs && difference(before.image, image) > MOVED);
    return after ? [after.ms - movedMs] : [];
  });
  if (lags.length < MOVES / 2) throw new Error(`only ${lags.length} of ${MOVES} moves were seen`);
  return median(lags);
}

function difference(a, b) {
  let sum = 0;
  let count = 0;
  for (let y = 0; y < a.h; y += 4) {
    for (let x = 0; x < a.w; x += 4) {
      const [one, other] = [a.at(x, y), b.at(x, y)];
      for (let channel = 0; channel < 3; channel++) sum += Math.abs(one[channel] - other[channel]);
      count += 3;
    }
  }
  return sum / count;
}
