import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { LineDrawing } from '../../ui/icon.tsx';
import type { StudioPath } from './pages.ts';

export interface Tab {
  path: StudioPath;
  label: string;
  /** As `LineDrawing` takes it. */
  drawing: string;
}

interface Props {
  tabs: readonly Tab[];
  /** The path of the tab that is open. */
  open: StudioPath;
  /** Of each link: a query string, or nothing. */
  suffix: string;
}

/** The tabs of the studio: a column, or on small screens a row that scrolls and shows the open one. */
export function StudioNav({ tabs, open, suffix }: Props) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is open
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
  return (
    <nav ref={nav} className="studio-nav" aria-label="Studio">
      {tabs.map(({ path, label, drawing }) => (
        <NavLink
          key={path}
          end={path !== 'tours' && path !== 'reviews'}
          to={`/studio/${path}${suffix}`}
          className="studio-link"
        >
          <LineDrawing path={drawing} size={16} />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
