import { useState } from 'react';
import { useConsent } from '../../session/consent.ts';
import { initials, type Member } from '../../session/member.ts';
import styles from './avatar.module.css';

const isExternal = (url: string) => /^https?:|^\/\//i.test(url) && !url.startsWith(`${location.origin}/`);

/** External images, from Google for instance, wait for consent to marketing. Decorative: the name is next to it. */
export function Avatar({ member }: { member: Pick<Member, 'name' | 'avatar'> }) {
  const [broken, setBroken] = useState<string>();
  const allowsOthers = useConsent()?.marketing === true;
  const { avatar } = member;
  const isShown = avatar && avatar !== broken && (allowsOthers || !isExternal(avatar));
  return (
    <span className={styles.avatar} aria-hidden="true">
      {isShown ? (
        <img src={avatar} alt="" referrerPolicy="no-referrer" onError={() => setBroken(avatar)} />
      ) : (
        initials(member.name)
      )}
    </span>
  );
}
