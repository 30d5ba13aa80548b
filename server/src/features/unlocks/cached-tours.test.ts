import { expect, it } from 'vitest';
import { lockedTours } from '../../../testing/apps/wallet-app.ts';
import { useWalletApp } from '../../../testing/use-app.ts';
import { changeCatalogue, updateExperience } from '../catalogue/service.ts';

const SECRET = 'secret-media';

const site = useWalletApp(lockedTours(4));

it('answers a tour as it was just changed, though it is cached for those who unlock it', async () => {
  const members = [
    await site.memberWith(100),
    await site.memberWith(100),
    await site.memberWith(100),
  ] as const;
  const change = (mediaUrl: string) =>
    changeCatalogue(site.db, site.app.responseCache, (tx) =>
      updateExperience(tx, site.tours.get('locked-3') ?? 0, { mediaUrl }),
    );
  for (const [index, member] of members.entries()) {
    const mediaUrl = `https://${SECRET}.example/changed-${index}.mp4`;
    await change(mediaUrl);
    for (let count = 0; count < 2; count += 1)
      expect((await site.unlock(member, 'locked-3')).body.experience.vrUrl).toBe(mediaUrl);
  }
  const refused = await site.unlock(await site.memberWith(0), 'locked-3');
  expect(refused.status).toBe(402);
  expect(refused.text).not.toContain(SECRET);
});

it('shows the likes of the member who unlocks it, and their current number', async () => {
  const [fan, other] = [await site.memberWith(100), await site.memberWith(100)];
  const before = (await site.unlock(other, 'locked-2')).body.experience.likeCount;
  await site.send('POST', '/api/vr360/locked-2/like', { token: fan.token });
  const unlocked = (await site.unlock(fan, 'locked-2')).body.experience;
  expect(unlocked).toMatchObject({ isLiked: true, likeCount: before + 1 });
  const listed = await site.send('GET', '/api/vr360/locked-2', { token: fan.token });
  expect(listed.body).toMatchObject({ isLiked: true, likeCount: before + 1, vrUrl: unlocked.vrUrl });
  expect((await site.unlock(other, 'locked-2')).body.experience.isLiked).toBe(false);
});
