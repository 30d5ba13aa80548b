import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, sentenceFor } from '../api.ts';

/** A schema, or what loads it when the form is sent, so that no page carries schemas before they are needed. */
type SchemaSource<Schema> = Schema | (() => Promise<Schema>);

interface Options<Schema extends z.ZodType> {
  /** The contract's own schema: what passes here passes on the server. */
  schema: SchemaSource<Schema>;
  /** Makes of the fields what the schema expects; the fields as they are by default. */
  read?: (fields: Record<string, string>) => unknown;
  /** Sends the values. Returns the sentence for the green box. */
  send: (values: z.output<Schema>) => Promise<string>;
  /** Shown where the server explains nothing. */
  fallback: string;
  /** The sentence for a failure; the server's own where it refuses, else the fallback, by default. */
  explain?: (error: unknown) => string;
  /** Whether the fields are emptied once they are sent. Until then nothing that was typed is lost. */
  clears?: boolean;
}

interface State {
  /** What is wrong, by the name of the field. */
  errors: Record<string, string>;
  failure?: string;
  success?: string;
}

/** The server's words whatever it answered, and the status where it said nothing. */
export function serverWords(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}

/** Loads a schema once schemas may be made. */
async function loaded<Schema>(load: () => Promise<Schema>): Promise<Schema> {
  await import('./schemas.ts');
  return load();
}

/** A form of named fields: checked with its schema, what is wrong shown at each field, then sent once. */
export function useForm<Schema extends z.ZodType>(options: Options<Schema>) {
  const [state, setState] = useState<State>({ errors: {} });
  const [isSending, setSending] = useState(false);
  const sending = useRef(false);

  const attempt = async (form: HTMLFormElement): Promise<State> => {
    const fields: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields[name] = value;
    const { schema } = options;
    const known = typeof schema === 'function' ? await loaded(schema) : schema;
    const parsed = known.safeParse(options.read?.(fields) ?? fields);
    if (!parsed.success) {
      const errors: Record<string, string> = {};
      for (const { path, message } of parsed.error.issues) errors[path.join('.')] ??= message;
      const wrong = [...form.elements].find((field) => (field.getAttribute('name') ?? '') in errors);
      if (wrong instanceof HTMLElement) wrong.focus();
      return { errors };
    }
    setState({ errors: {} });
    const success = await options.send(parsed.data);
    if (options.clears) form.reset();
    return { errors: {}, success };
  };

  const submit = async (form: HTMLFormElement) => {
    sending.current = true;
    setSending(true);
    try {
      setState(await attempt(form));
    } catch (error) {
      const { fallback, explain = (cause: unknown) => sentenceFor(cause, fallback) } = options;
      setState({ errors: {}, failure: explain(error) });
    } finally {
      sending.current = false;
      setSending(false);
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!sending.current) void submit(event.currentTarget);
  };

  // Before the scripts are there, a browser must not write what was typed into the address.
  return { ...state, isSending, formProps: { onSubmit, noValidate: true, method: 'post' } as const };
}
