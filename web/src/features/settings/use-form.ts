import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { sentenceFor } from '../../api.ts';

interface Options<Schema extends z.ZodType> {
  /** The contract's own schema: what passes here passes on the server. */
  schema: Schema;
  /** Makes of the fields what the schema expects; the fields as they are by default. */
  read?: (fields: Record<string, string>) => unknown;
  /** Sends the values. Returns the sentence for the green box. */
  send: (values: z.output<Schema>) => Promise<string>;
  /** Shown where the server explains nothing. */
  fallback: string;
  /** Whether the fields are emptied once they are sent. */
  clears?: boolean;
}

interface State {
  /** What is wrong, by the name of the field. */
  errors: Record<string, string>;
  failure?: string;
  success?: string;
}

/** A form of named fields: checked with its schema, what is wrong shown at each field, then sent once. */
export function useForm<Schema extends z.ZodType>(options: Options<Schema>) {
  const [state, setState] = useState<State>({ errors: {} });
  const [isSending, setSending] = useState(false);
  const sending = useRef(false);

  const submit = async (form: HTMLFormElement) => {
    const fields: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields[name] = value;
    const parsed = options.schema.safeParse(options.read?.(fields) ?? fields);
    if (!parsed.success) {
      const errors: Record<string, string> = {};
      for (const { path, message } of parsed.error.issues) errors[path.join('.')] ??= message;
      setState({ errors });
      const wrong = [...form.elements].find((field) => (field.getAttribute('name') ?? '') in errors);
      if (wrong instanceof HTMLElement) wrong.focus();
      return;
    }
    sending.current = true;
    setSending(true);
    setState({ errors: {} });
    try {
      const success = await options.send(parsed.data);
      if (options.clears) form.reset();
      setState({ errors: {}, success });
    } catch (error) {
      setState({ errors: {}, failure: sentenceFor(error, options.fallback) });
    } finally {
      sending.current = false;
      setSending(false);
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!sending.current) void submit(event.currentTarget);
  };

  return { ...state, isSending, formProps: { onSubmit, noValidate: true } };
}
