const outcomes = new EventTarget();
const OUTCOME = 'outcome';

/** A purchase has come to an end, or to a wait, that the member should see wherever they are by now. */
export function announceOutcome(): void {
  outcomes.dispatchEvent(new Event(OUTCOME));
}

/** @returns ends the subscription */
export function onOutcome(listener: () => void): () => void {
  outcomes.addEventListener(OUTCOME, listener);
  return () => outcomes.removeEventListener(OUTCOME, listener);
}
