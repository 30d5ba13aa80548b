import sharp from 'sharp';
import { expect, type Stand } from './fixture.ts';

/** The largest share of black in the frames that the screen shows meanwhile. */
export async function blackest({ page }: Stand, meanwhile: () => Promise<void>): Promise<number> {
  const client = await page.context().newCDPSession(page);
  const frames: Buffer[] = [];
  client.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'));
    void client.send('Page.screencastFrameAck', { sessionId });
  });
  await client.send('Page.startScreencast', { format: 'png' });
  await meanwhile();
  await client.send('Page.stopScreencast');
  expect(frames.length).toBeGreaterThan(8);
  const shares = frames.map(async (frame) => {
    const { data, info } = await sharp(frame).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let black = 0;
    for (let offset = 0; offset < data.length; offset += 3) {
      if (Math.max(data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0) < 16) black++;
    }
    return black / (info.width * info.height);
  });
  return Math.max(...(await Promise.all(shares)));
}
