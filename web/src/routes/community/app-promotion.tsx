import type { CommunityPage } from '@oriel/contract';
import { useId } from 'react';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import split from '../../ui/split.module.css';
import stack from '../../ui/stack.module.css';
import styles from './app-promotion.module.css';
import { HomeScreen } from './home-screen.tsx';

const SIZES = '(min-width: 62rem) 44rem, 110vw';

interface Props extends Pick<CommunityPage, 'app'> {
  renderImage: RenderImage;
  /** There is no iOS app yet: its button opens the popup. */
  onIos: () => void;
}

export function AppPromotion({ app, renderImage, onIos }: Props) {
  const { heading, text, ios, android, picture } = app;
  const missingId = useId();
  const image = renderImage(picture, { sizes: SIZES, fill: true });
  return (
    <section className={`${page.page} ${page.section}`} aria-labelledby="app">
      <div className={image ? split.wideFirst : undefined}>
        <div className={split.text}>
          <h2 id="app" className={styles.heading}>
            {heading}
          </h2>
          <p className={prose.lead}>{text}</p>
          {app.homeScreen && (
            <div className={`with-scripts ${stack.gap3} ${stack.start}`}>
              <HomeScreen {...app.homeScreen} />
            </div>
          )}
          <div className={stack.actions}>
            <span className="with-scripts">
              <span className={styles.ios}>
                <Button
                  variant={app.homeScreen ? 'quiet' : 'primary'}
                  aria-haspopup="dialog"
                  data-analytics="ios-app"
                  onClick={onIos}
                >
                  {ios.label}
                </Button>
                {ios.tag && <span className={styles.tag}>{ios.tag}</span>}
              </span>
            </span>
            {android.url ? (
              <a
                className={`${button.button} ${button.quiet} ${styles.android}`}
                href={android.url}
                download
                data-analytics="android-app"
              >
                {android.label}
              </a>
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a link that leads nowhere yet, and says so.
              <span
                role="link"
                aria-disabled="true"
                aria-describedby={missingId}
                tabIndex={0}
                className={`${button.button} ${button.quiet} ${styles.android}`}
              >
                {android.label}
              </span>
            )}
          </div>
          {!android.url && (
            <p id={missingId} className={prose.note}>
              {android.missing}
            </p>
          )}
        </div>
        {image && (
          <div className={styles.phone}>
            <div className={styles.screen}>{image}</div>
          </div>
        )}
      </div>
    </section>
  );
}
