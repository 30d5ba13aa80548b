import type { ExperienceDetail, SceneDetail, TourOutline } from '@oriel/contract';
import { nameOf, titleLineOf } from '../../features/catalogue/heading.ts';
import { SceneText, sceneAnchor } from '../../features/viewer/scenes/scene-text.tsx';
import { searchOf } from '../../features/viewer/scenes/tour-url.ts';
import { formatTokens } from '../../format.ts';
import prose from '../../ui/prose.module.css';
import styles from './text-tour.module.css';

export interface TextTourProps {
  experience: ExperienceDetail;
  /** Those that the visitor may stand in. */
  scenes: SceneDetail[];
}

/** The whole tour as text, for those who read it, hear it or have no scripts. */
export function TextTour({ experience, scenes }: TextTourProps) {
  const { tour, slug, description, tokensRequired } = experience;
  if (tour === undefined) return null;
  const path = `/experiences/vr/${slug}`;
  const titleLine = titleLineOf(experience);
  const closed = tour.scenes.filter(({ isOpen }) => !isOpen);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <p>
        <a href={path}>Back to the tour</a>
      </p>
      <h1>{nameOf(experience)}</h1>
      {titleLine && <p className={prose.soft}>{titleLine}</p>}
      <p className={prose.lead}>{description}</p>
      <nav aria-label="Rooms of this tour">
        <ol className={prose.points}>
          {scenes.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${sceneAnchor(id)}`}>{title}</a>
            </li>
          ))}
          {closed.map(({ id, title }) => (
            <li key={id} id={sceneAnchor(id)}>
              {title} (closed)
            </li>
          ))}
        </ol>
      </nav>
      {closed.length > 0 && (
        <p>
          {formatTokens(tokensRequired)} unlock the closed rooms for good.{' '}
          <a href={path}>Unlock them on the page of the tour</a>.
        </p>
      )}
      {scenes.map((scene) => (
        <SceneText key={scene.id} scene={scene} tour={tour} path={path} />
      ))}
      {tour.plans.map((plan) => (
        <PlanText key={plan.id} plan={plan} tour={tour} />
      ))}
      {tour.guide && <GuideText steps={tour.guide.steps} tour={tour} path={path} />}
    </main>
  );
}

/** A floor plan with its description in words, and links to what stands on it. */
function PlanText({ plan, tour }: { plan: TourOutline['plans'][number]; tour: TourOutline }) {
  const { title, image, alt, width, height } = plan;
  const rooms = tour.scenes.filter(({ place }) => place?.plan === plan.id);
  return (
    <figure className={styles.plan}>
      <img src={image} alt={`Floor plan: ${title}`} width={width} height={height} loading="lazy" />
      <figcaption>
        <h2>{title}</h2>
        <p>{alt}</p>
        {rooms.length > 0 && (
          <p>
            On this plan:{' '}
            {rooms.map(({ id, title }, index) => (
              <span key={id}>
                {index > 0 && ' · '}
                <a href={`#${sceneAnchor(id)}`}>{title}</a>
              </span>
            ))}
          </p>
        )}
      </figcaption>
    </figure>
  );
}

interface GuideProps {
  steps: NonNullable<TourOutline['guide']>['steps'];
  tour: TourOutline;
  /** The tour's own path. */
  path: string;
}

/** What the guided tour says, with links to what it shows. */
function GuideText({ steps, tour, path }: GuideProps) {
  return (
    <section className={styles.guide} aria-labelledby="guide-title">
      <h2 id="guide-title">A walk through all of it</h2>
      <ol className={prose.points}>
        {steps.map(({ scene, view, text, audio }) => (
          <li key={`${scene} ${text}`}>
            {text}{' '}
            <a href={path + searchOf({ scene, view })}>
              {tour.scenes.find(({ id }) => id === scene)?.title ?? 'See it'}
            </a>
            {audio && (
              <>
                {' · '}
                <a href={audio}>Listen</a>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
