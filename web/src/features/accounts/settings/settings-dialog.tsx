import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './settings-dialog.module.css';
import { SETTINGS_TABS, type SettingsTab } from './tabs.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  panels: Record<SettingsTab, ReactNode>;
  tab: SettingsTab;
  onTabChange: (tab: SettingsTab) => void;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A member's settings in tabs, which the arrow keys move between. Input survives a change of tabs. */
export function SettingsDialog({ open, onClose, panels, tab, onTabChange }: Props) {
  const [visited, setVisited] = useState<ReadonlySet<SettingsTab>>(new Set());
  const baseId = useId();
  const list = useRef<HTMLDivElement>(null);

  if (open && !visited.has(tab)) setVisited(new Set([...visited, tab]));
  if (!open && visited.size > 0) setVisited(new Set());

  useEffect(() => {
    if (!open) return;
    const selected = list.current?.querySelector(`[data-tab="${tab}"]`);
    selected?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open, tab]);

  const onKeyDown = (event: KeyboardEvent) => {
    const index = SETTINGS_TABS.findIndex(({ id }) => id === tab);
    const step = STEPS[event.key];
    let next: number;
    if (step !== undefined) next = (index + step) % SETTINGS_TABS.length;
    else if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = -1;
    else return;
    event.preventDefault();
    const id = SETTINGS_TABS.at(next)?.id;
    if (id === undefined) return;
    onTabChange(id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${id}"]`)?.focus();
  };

  return (
    <Dialog open={open} onClose={onClose} title="Settings" size="wide">
      <div className={styles.layout} tabIndex={-1} data-autofocus>
        <div ref={list} role="tablist" aria-label="Settings" className={styles.tabs} onKeyDown={onKeyDown}>
          {SETTINGS_TABS.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${baseId}-tab-${id}`}
              data-tab={id}
              aria-selected={id === tab}
              aria-controls={visited.has(id) ? `${baseId}-panel-${id}` : undefined}
              tabIndex={id === tab ? 0 : -1}
              className={styles.tab}
              onClick={() => onTabChange(id)}
            >
              {label}
            </button>
          ))}
        </div>
        {[...visited].map((id) => (
          <div
            key={id}
            role="tabpanel"
            id={`${baseId}-panel-${id}`}
            aria-labelledby={`${baseId}-tab-${id}`}
            hidden={id !== tab}
          >
            {panels[id]}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
