import { type PointerEvent, type ReactNode, Suspense, useState } from 'react';
import type { ExperienceFilter } from '../../features/catalogue/queries.ts';
import { ChipLink } from '../../ui/chip.tsx';
import { useHydrated } from '../../ui/hydration.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LostPart } from '../../ui/lost-part.tsx';
import styles from './with-map.module.css';

const MapPanel = lazyPart(
  async () => (await import('./map-panel.tsx')).MapPanel,
  () => <LostPart name="The map" />,
);

interface SwitchProps {
  isMap: boolean;
  pathFor: (view: 'map' | undefined) => string;
}

/** List or map; both keep all filters. */
export function ViewSwitch({ isMap, pathFor }: SwitchProps) {
  return (
    <nav className={styles.switch} aria-label="Show as">
      <ChipLink to={pathFor(undefined)} preventScrollReset active={!isMap}>
        List
      </ChipLink>
      <ChipLink to={pathFor('map')} preventScrollReset active={isMap}>
        Map
      </ChipLink>
    </nav>
  );
}

interface Props {
  isMap: boolean;
  filter: ExperienceFilter;
  /** The list, whose cards light their pins. */
  children: ReactNode;
}

/** The list, and the map beside it where it is asked for. */
export function WithMap({ isMap, filter, children }: Props) {
  const isHydrated = useHydrated();
  const [litId, setLitId] = useState<number>();
  if (!isMap) return children;
  const light = ({ target }: Pick<PointerEvent, 'target'>) => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-experience]') : null;
    setLitId(card ? Number(card.dataset.experience) : undefined);
  };
  return (
    <div className={styles.beside}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pointed at in the list is lit on the map. */}
      <div
        onPointerOver={light}
        onPointerLeave={() => setLitId(undefined)}
        onFocus={light}
        onBlur={() => setLitId(undefined)}
      >
        {children}
      </div>
      <div className={styles.map}>
        {isHydrated && (
          <Suspense>
            <MapPanel filter={filter} litId={litId} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
