import { browserSession } from '../session/browser-session.ts';

type Fields = Readonly<Record<string, string>>;

/** What was typed in forms whose session ended; on this page alone, since it may be private. */
const drafts = new Map<string, Fields>();

/** Fields that may be filled in again: secrets and honeypots may not. */
function textFields(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.elements].filter((element): element is HTMLInputElement | HTMLTextAreaElement => {
    if (element instanceof HTMLTextAreaElement) return element.name !== '';
    return element instanceof HTMLInputElement && element.name !== '' && element.type !== 'password';
  });
}

/** Keeps what was typed in a form that disappears because the member's session has ended. */
export function keepDraft(key: string, form: HTMLFormElement): void {
  const { user, hasSignedOut } = browserSession().state;
  if (user !== undefined || hasSignedOut) return;
  const typed = textFields(form).filter(({ value, defaultValue }) => value !== defaultValue);
  if (typed.length > 0) drafts.set(key, Object.fromEntries(typed.map(({ name, value }) => [name, value])));
}

/** Fills in what was typed before, once. */
export function restoreDraft(key: string, form: HTMLFormElement): void {
  const draft = drafts.get(key);
  drafts.delete(key);
  for (const field of draft ? textFields(form) : []) field.value = draft?.[field.name] ?? field.value;
}
