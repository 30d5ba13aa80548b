import { useCallback, useEffect, useState } from 'react';
import { data, type ShouldRevalidateFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { pageContext } from '../../context.ts';
import { nameOf } from '../../features/catalogue/heading.ts';
import { chooseForComparison } from '../../features/compare/choice.ts';
import { LookPad } from '../../features/viewer/look-pad.tsx';
import stage from '../../features/viewer/stage.module.css';
import { metaDescription } from '../../seo/meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import stack from '../../ui/stack.module.css';
import { useBack } from '../../ui/use-back.ts';
import { useEarlyInput } from '../../ui/use-early-input.ts';
import type { Route } from './+types/page';
import styles from './page.module.css';
import { Pane } from './pane.tsx';
import { type LoadedSide, loadSide, SIDES, type Side } from './sides.ts';
import { useLock } from './use-lock.ts';

export const handle = {
  eagerScripts: true,
  query: ['left', 'leftLight', 'leftScene', 'right', 'rightLight', 'rightScene'],
};

const DESCRIPTION = 'Two places beside each other: turn one of them, and the other turns with it.';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  const { searchParams } = new URL(request.url);
  const [left, right] = await Promise.all([
    loadSide(api, searchParams, 'left'),
    loadSide(api, searchParams, 'right'),
  ]);
  return data({ left, right, site, origin }, { headers: { 'x-robots-tag': 'noindex' } });
}

/** Another room is loaded by its side alone. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return SIDES.some((side) => currentUrl.searchParams.get(side) !== nextUrl.searchParams.get(side));
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return [
    { title: `Compare two tours · ${loaderData.site.name}` },
    { name: 'description', content: metaDescription(DESCRIPTION) },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function ComparePage({ loaderData: { left, right, origin } }: Route.ComponentProps) {
  // Also what a second press on the way here has chosen.
  useEffect(() => chooseForComparison(undefined), []);
  return (
    <main id="main" tabIndex={-1} className={`${stage.stage} ${styles.page}`}>
      {left && right ? <Comparison left={left} right={right} origin={origin} /> : <Nothing />}
    </main>
  );
}

function Comparison({ origin, ...sides }: Record<Side, LoadedSide> & { origin: string }) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const back = useBack('/experiences');
  const { lead, isLocked, toggle, onViewer, onScene, onReady } = useLock();
  const [captured, setCaptured] = useState<Partial<Record<Side, string | undefined>>>({});
  const onCaptured = useCallback(
    (side: Side, at: string | undefined) => setCaptured((before) => ({ ...before, [side]: at })),
    [],
  );
  const isTwice = sides.left.experience.id === sides.right.experience.id;
  const lockBox = useEarlyInput(isLocked, toggle);

  const swap = () =>
    setSearch(
      (before) => {
        const after = new URLSearchParams();
        for (const [from, to] of [SIDES, SIDES.toReversed()])
          for (const name of ['', 'Scene', 'Light']) {
            const value = before.get(`${to}${name}`);
            if (value !== null) after.set(`${from}${name}`, value);
          }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const pane = (side: Side, other: Side) => (
    <Pane
      // Another tour begins with a viewer of its own, which has its name.
      key={`${side} ${sides[side].experience.slug}`}
      side={side}
      loaded={sides[side]}
      wanted={{
        scene: search.get(`${side}Scene`) ?? undefined,
        light: search.get(`${side}Light`) ?? undefined,
      }}
      isTwice={isTwice}
      isDated={isTwice && captured.left !== captured.right}
      origin={origin}
      turnsAlone={!isLocked}
      onViewer={onViewer}
      onScene={onScene}
      onReady={onReady}
      onCaptured={onCaptured}
      onChoose={({ scene, light }) =>
        setSearch(
          (before) => {
            const after = new URLSearchParams(before);
            if (scene) after.set(`${side}Scene`, scene);
            if (light) after.set(`${side}Light`, light);
            return after;
          },
          { replace: true, preventScrollReset: true },
        )
      }
      onLeave={() => {
        const { experience } = sides[other];
        chooseForComparison({ slug: experience.slug, name: nameOf(experience) });
        void navigate('/experiences');
      }}
    />
  );
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.group}>
          <IconButton icon="back" label="Back" onClick={back} />
          <h1 className={styles.title}>Compare two tours</h1>
        </span>
        <span className={styles.group}>
          <label className={styles.choice}>
            <input ref={lockBox} type="checkbox" checked={isLocked} onChange={toggle} /> Move together
          </label>
          <button type="button" className={styles.swap} onClick={swap}>
            Swap
          </button>
        </span>
      </div>
      <div className={styles.panes}>
        {pane('left', 'right')}
        {pane('right', 'left')}
      </div>
      {isLocked && (
        <div className={styles.pad}>
          <LookPad viewer={lead} />
        </div>
      )}
    </>
  );
}

function Nothing() {
  return (
    <div className={`${stack.centered} ${styles.nothing}`}>
      <h1>Compare two tours</h1>
      <p>{DESCRIPTION} Press Compare on a tour of the library, then on another one.</p>
      <ButtonLink variant="primary" to="/experiences">
        Choose two tours
      </ButtonLink>
    </div>
  );
}
