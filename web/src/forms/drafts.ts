import { browserSession } from '../session/browser-session.ts';
import { sessionStore } from '../storage.ts';

type Fields = Readonly<Record<string, string>>;

const RELOAD_KEY = 'oriel-drafts';

/** What was typed in forms that are gone; on this page alone, since it may be private. */
const drafts = new Map<string, Fields>(readReloaded());

/** The forms on the page whose fields are kept. */
const forms = new Map<string, HTMLFormElement>();

/** What `keepDraftsForReload` of the page before has kept, once. */
function readReloaded(): [string, Fields][] {
  if (typeof window === 'undefined') return [];
  const text = sessionStore.getItem(RELOAD_KEY);
  sessionStore.removeItem(RELOAD_KEY);
  try {
    return text === null ? [] : JSON.parse(text);
  } catch {
    return [];
  }
}

/** Fields that may be filled in again: secrets and honeypots may not. */
function textFields(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.elements].filter((element): element is HTMLInputElement | HTMLTextAreaElement => {
    if (element instanceof HTMLTextAreaElement) return element.name !== '';
    return element instanceof HTMLInputElement && element.name !== '' && element.type !== 'password';
  });
}

function typedIn(form: HTMLFormElement): Fields | undefined {
  const typed = textFields(form).filter(({ value, defaultValue }) => value !== defaultValue);
  return typed.length > 0 ? Object.fromEntries(typed.map(({ name, value }) => [name, value])) : undefined;
}

/** Fills in what was typed before, once, and keeps what is typed from now on. */
export function followDraft(key: string, form: HTMLFormElement): void {
  const draft = drafts.get(key);
  drafts.delete(key);
  for (const field of draft ? textFields(form) : []) field.value = draft?.[field.name] ?? field.value;
  forms.set(key, form);
}

/** Call it for a form that disappears: where that is because the member's session has ended, what was typed is kept. */
export function leaveDraft(key: string): void {
  const form = forms.get(key);
  forms.delete(key);
  const { user, hasSignedOut } = browserSession().state;
  if (form === undefined || user !== undefined || hasSignedOut) return;
  const typed = typedIn(form);
  if (typed) drafts.set(key, typed);
}

/** Lets what was typed outlast a reload that the page itself asks for. */
export function keepDraftsForReload(): void {
  const kept = new Map(drafts);
  for (const [key, form] of forms) {
    const typed = typedIn(form);
    if (typed) kept.set(key, typed);
  }
  if (kept.size > 0) sessionStore.setItem(RELOAD_KEY, JSON.stringify([...kept]));
}
