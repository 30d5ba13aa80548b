import { useEffect, useRef, useState } from 'react';
import { Bar } from './bar.tsx';
import styles from './files.module.css';
import type { UploadItem } from './queue.ts';
import { UploadRow } from './upload-row.tsx';
import { formatBytes, formatTimeLeft } from './words.ts';

/** Screen readers hear no more often than this how far it is. */
const QUIET_MS = 6_000;

/** A text that changes at most so often; its last state is always told. */
function useSeldom(text: string): string {
  const [told, setTold] = useState(text);
  const toldAt = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, toldAt.current + QUIET_MS - performance.now());
    const timer = setTimeout(() => {
      toldAt.current = performance.now();
      setTold(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return told;
}

function summaryOf(items: readonly UploadItem[]): string {
  if (items.length === 0) return '';
  const count = (state: UploadItem['state']) => items.filter((item) => item.state === state).length;
  const failed = count('failed');
  const done = `${count('done')} of ${items.length} done`;
  return failed > 0 ? `${done}, ${failed} not uploaded` : done;
}

/** What is on its way into a workspace. */
export function UploadPanel({ items }: { items: readonly UploadItem[] }) {
  const summary = summaryOf(items);
  const told = useSeldom(summary);
  const open = items.filter(({ state }) => state !== 'done');
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  const sent = items.reduce((sum, item) => sum + item.sent, 0);
  const speed = items.reduce((sum, item) => sum + item.speed, 0);
  const left = open.filter(({ state }) => state !== 'failed' && state !== 'paused');
  const timeLeft = formatTimeLeft(
    left.reduce((sum, item) => sum + item.bytes - item.sent, 0),
    speed,
  );
  return (
    <>
      <p role="status" className="visually-hidden">
        {told}
      </p>
      {open.length > 0 && (
        <section className="studio-section" aria-label="Uploads">
          <div className={styles.total}>
            <p className="studio-name">{summary}</p>
            <p className={styles.figures}>
              {[
                `${formatBytes(sent)} of ${formatBytes(bytes)}`,
                speed > 0 && `${formatBytes(speed)}/s`,
                timeLeft,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <Bar label="All uploads" share={bytes > 0 ? sent / bytes : 0} />
          </div>
          <ul className="studio-rows" aria-label="Files on their way">
            {open.map((item) => (
              <UploadRow key={item.id} item={item} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
