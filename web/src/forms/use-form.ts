import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorMessage } from '../api.ts';
import { followDraft, leaveDraft } from './drafts.ts';

export interface FieldError {
  field: string;
  text: string;
}

type Parsed<Values> =
  | { success: true; data: Values }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };

/** The contract's own schema, so that what passes here passes on the server, or one made by `schemaOf`. */
interface Schema<Values> {
  safeParse(fields: unknown): Parsed<Values>;
}

/** A schema made of one function, where a page must not load the contract's. */
export function schemaOf<Values>(check: (values: Values) => FieldError | undefined): Schema<Values> {
  return {
    safeParse(fields) {
      const values = fields as Values;
      const error = check(values);
      if (!error) return { success: true, data: values };
      return { success: false, error: { issues: [{ path: [error.field], message: error.text }] } };
    },
  };
}

interface Options<Values> {
  /** A schema, or what loads it when the form is sent, so that no page loads schemas before they are needed. */
  schema: Schema<Values> | (() => Promise<Schema<Values>>);
  /** Converts the fields to what the schema expects; the fields as they are by default. */
  read?: (fields: Record<string, string>) => unknown;
  /** Sends the values. A text that it returns is the sentence for the green box. */
  send: (values: Values) => Promise<unknown>;
  /** Shown where the server explains nothing. */
  fallback: string;
  /** The sentence for a failure; `errorMessage` by default. */
  explain?: (error: unknown, fallback: string) => string;
  /** The field that a refusal is about; where it is about none, the submit button takes the focus. */
  fieldOf?: (error: unknown) => string | undefined;
  /** Whether the fields are emptied once they are sent. Until then nothing that was typed is lost. */
  clears?: boolean;
  /** Under this key, with the member's id, what was typed outlasts a session that ends, and a reload for a lost part of the page. */
  draft?: string;
}

interface State {
  /** What is wrong, by the name of the field. */
  errors: Record<string, string>;
  failure?: string;
  success?: string | undefined;
}

interface Attempt {
  send: () => Promise<unknown>;
  fallback: string;
}

/** Schemas may be created only after this module has configured Zod. */
async function load<Values>(loadSchema: () => Promise<Schema<Values>>): Promise<Schema<Values>> {
  await import('./schemas.ts');
  return loadSchema();
}

function errorsByField(issues: readonly { path: readonly PropertyKey[]; message: string }[]) {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.join('.')] ??= message;
  return errors;
}

/** A form of named fields: checked with its schema, errors shown at each field, then sent once. */
export function useForm<Values>(options: Options<Values>) {
  const { schema, read, fallback, clears, draft, fieldOf, explain = errorMessage } = options;
  const [state, setState] = useState<State>({ errors: {} });
  const [isSending, setIsSending] = useState(false);
  const sending = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const nextFocus = useRef<(element: Element) => boolean>(undefined);

  // After rendering, since a disabled button takes no focus.
  useEffect(() => {
    if (isSending || !nextFocus.current) return;
    const target = [...(form.current?.elements ?? [])].find(nextFocus.current);
    if (target instanceof HTMLElement) target.focus();
    nextFocus.current = undefined;
  });

  // Before the fields are removed.
  useLayoutEffect(() => {
    const element = form.current;
    if (draft === undefined || element === null) return;
    followDraft(draft, element);
    return () => leaveDraft(draft);
  }, [draft]);

  const refuse = (errors: Record<string, string>) => {
    nextFocus.current = (element) => (element.getAttribute('name') ?? '') in errors;
    setState({ errors });
  };

  const fail = (error: unknown, sentence: string) => {
    const field = fieldOf?.(error);
    if (field !== undefined) return refuse({ [field]: sentence });
    if (fieldOf) nextFocus.current = (element) => element.getAttribute('type') === 'submit';
    setState({ errors: {}, failure: sentence });
  };

  /** Sends something, unless a request is under way. @returns whether it succeeded */
  const attempt = async (request: Attempt): Promise<boolean> => {
    if (sending.current) return false;
    sending.current = true;
    setIsSending(true);
    setState({ errors: {} });
    try {
      const success = await request.send();
      if (typeof success === 'string') setState((now) => ({ ...now, success }));
      return true;
    } catch (error) {
      fail(error, explain(error, request.fallback));
      return false;
    } finally {
      sending.current = false;
      setIsSending(false);
    }
  };

  const submit = async (element: HTMLFormElement, ready: Schema<Values>, input: unknown) => {
    const parsed = ready.safeParse(input);
    if (!parsed.success) {
      refuse(errorsByField(parsed.error.issues));
      return undefined;
    }
    const success = await options.send(parsed.data);
    if (clears) element.reset();
    return success;
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const element = event.currentTarget;
    const fields: Record<string, string> = {};
    for (const [name, value] of new FormData(element)) if (typeof value === 'string') fields[name] = value;
    const input = read?.(fields) ?? fields;
    if (typeof schema === 'function') {
      void attempt({ fallback, send: async () => submit(element, await load(schema), input) });
      return;
    }
    const parsed = schema.safeParse(input);
    if (parsed.success) void attempt({ fallback, send: () => submit(element, schema, input) });
    else refuse(errorsByField(parsed.error.issues));
  };

  // Without scripts, `post` keeps what was typed out of the URL.
  return {
    ...state,
    form,
    isSending,
    attempt,
    formProps: { ref: form, onSubmit, noValidate: true, method: 'post' } as const,
  };
}
