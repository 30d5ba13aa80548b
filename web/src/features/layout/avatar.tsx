import { useState } from 'react';
import styles from './avatar.module.css';
import { initials, type Member } from './member.ts';

/** A member's picture, or their initials where there is none or it does not load. Decoration: the name stands beside it. */
export function Avatar({ member }: { member: Pick<Member, 'name' | 'avatar'> }) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={styles.avatar} aria-hidden="true">
      {member.avatar && member.avatar !== broken ? (
        <img
          src={member.avatar}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(member.avatar ?? '')}
        />
      ) : (
        initials(member.name)
      )}
    </span>
  );
}
