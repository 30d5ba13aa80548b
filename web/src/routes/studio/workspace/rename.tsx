import type { OwnWorkspace } from '@oriel/contract';
import { MAX_WORKSPACE_NAME, renameWorkspace } from '@oriel/contract/api/team';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import stack from '../../../ui/stack.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { rolesQuery } from '../roles.ts';
import styles from './workspace.module.css';

interface Props {
  workspace: OwnWorkspace;
  onNotice: (sentence: string) => void;
}

export function Rename({ workspace: { id, name }, onNotice }: Props) {
  const queries = useQueryClient();
  const form = useForm<{ name: string }>({
    schema: renameWorkspace.body,
    fallback: 'The name could not be saved. Please try again.',
    send: async (body) => {
      await api('PATCH /api/studio/workspace', { query: { workspace: id }, body });
      await queries.invalidateQueries(rolesQuery);
      onNotice(`The workspace is called ${body.name} now.`);
    },
  });
  return (
    <section className="studio-section" aria-labelledby="name">
      <h2 id="name">Name</h2>
      <Form
        state={form}
        isSilent
        className={`${stack.gap4} ${styles.form}`}
        submit="Save the name"
        busy="Saving…"
        variant="quiet"
      >
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={MAX_WORKSPACE_NAME}
          defaultValue={name}
          error={form.errors.name}
          hint="The team and those it invites see it."
        />
      </Form>
    </section>
  );
}
