import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { type Member, settingsUrl } from '../../session/member.ts';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import { Avatar } from './avatar.tsx';
import { MEMBER_LINKS } from './links.ts';
import styles from './member-menu.module.css';
import { PlanBadge } from './plan-badge.tsx';
import { useMenu } from './use-menu.ts';

interface Props {
  member: Member;
  /** The available settings tabs; entries for others are left out. */
  settings: readonly string[];
  onSignOut: () => void;
}

/** The member's name, plan and image; opens their menu. */
export function MemberMenu({ member, settings, onSignOut }: Props) {
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
          {MEMBER_LINKS.filter(({ settings: tab }) => settings.includes(tab)).map(
            ({ settings: tab, label }) => (
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
            ),
          )}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`${styles.item} ${prose.soft}`}
            onClick={() => {
              close();
              onSignOut();
            }}
          >
            Sign out
          </button>
        </div>
      </div>
    </div>
  );
}
