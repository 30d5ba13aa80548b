import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import { browserFacts, type Facts, sessionFacts } from './xr-facts.ts';
import styles from './xr-report.module.css';

const NOT_COPIED = 'This browser does not copy by itself. The text is selected: copy it by hand.';

/**
 * What WebXR can do in this browser, as a text to copy, for whom a headset fails. Nothing of it is sent.
 *
 * @param way how the viewer would show the tour in a headset; undefined while that is not known
 */
export function XrReport({ way, onClose }: { way: string | undefined; onClose: () => void }) {
  const [facts, setFacts] = useState<Facts>();
  const [session, setSession] = useState<Facts>([]);
  const [isRunning, setRunning] = useState(false);
  const [note, setNote] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => {
    if (way === undefined) return;
    let isGone = false;
    void browserFacts(way).then((found) => !isGone && setFacts(found));
    return () => {
      isGone = true;
    };
  }, [way]);
  const text = [...(facts ?? []), ...session]
    .map(([question, answer]) => `${question}: ${answer}`)
    .join('\n');
  const trySession = async () => {
    setRunning(true);
    setSession(await sessionFacts());
    setRunning(false);
    setNote('The session was tried; its lines are the last ones.');
  };
  return (
    <Dialog open title="Headset report" size="picture" onClose={onClose}>
      <div className={stack.gap4}>
        <p id={`${id}-purpose`} className={prose.soft}>
          What this browser says about headsets. It stays on this device unless you copy it.
        </p>
        <label className="visually-hidden" htmlFor={id}>
          Report
        </label>
        <textarea
          ref={field}
          id={id}
          className={styles.report}
          rows={16}
          readOnly
          spellCheck={false}
          aria-describedby={`${id}-purpose`}
          value={facts ? text : 'Asking the browser…'}
        />
        <div className={styles.actions}>
          <Button
            variant="primary"
            disabled={!facts}
            onClick={async () => setNote((await copyText(text, field.current)) ? 'Copied.' : NOT_COPIED)}
          >
            Copy the report
          </Button>
          <Button disabled={!facts || isRunning} onClick={() => void trySession()}>
            Try a session
          </Button>
        </div>
        <p className={prose.fine} role="status">
          {note ??
            'A session is entered for a moment, to ask what it offers; the headset may show an empty place.'}
        </p>
      </div>
    </Dialog>
  );
}
