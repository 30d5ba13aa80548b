import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { type Member, settingsUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlanBadge } from '../../ui/plan-badge.tsx';
import prose from '../../ui/prose.module.css';
import { Avatar } from './avatar.tsx';
import { MEMBER_LINKS, SAVED_LINK } from './links.ts';
import styles from './member-menu.module.css';
import { useMenu } from './use-menu.ts';

export function MemberMenu({ member }: { member: Member }) {
  const { signOut } = useSession();
  const { isOpen, close, rootProps, buttonProps } = useMenu();
  const menuId = useId();
  const location = useLocation();

  return (
    <div className={styles.root} {...rootProps}>
      <button type="button" className={styles.button} aria-controls={menuId} {...buttonProps}>
        <span className="visually-hidden">Account: </span>
        <span className={styles.name}>{member.name}</span>
        <span className={styles.badge}>
          <PlanBadge tier={member.subscriptionType} />
        </span>
        <Avatar member={member} />
        <span className={styles.arrow} data-open={isOpen}>
          <Icon name="chevronDown" size={14} />
        </span>
      </button>
      <div className={styles.panel} hidden={!isOpen}>
        <div className={styles.head}>
          <span className={styles.fullName}>{member.name}</span>
          <PlanBadge tier={member.subscriptionType} />
          <span className={styles.email}>{member.email}</span>
        </div>
        <div id={menuId} role="menu" aria-label="Account">
          <Link
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            to={SAVED_LINK.to}
            prefetch="intent"
            onClick={close}
          >
            {SAVED_LINK.label}
          </Link>
          {MEMBER_LINKS.map(({ tab, label }) => (
            <Link
              key={tab}
              role="menuitem"
              tabIndex={-1}
              className={styles.item}
              to={settingsUrl(location, tab)}
              preventScrollReset
              onClick={close}
            >
              {label}
            </Link>
          ))}
          {member.hasRole && (
            <Link role="menuitem" tabIndex={-1} className={styles.item} to="/studio" onClick={close}>
              Studio
            </Link>
          )}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`${styles.item} ${prose.soft}`}
            onClick={() => {
              close();
              void signOut();
            }}
          >
            Sign out
          </button>
        </div>
      </div>
    </div>
  );
}
