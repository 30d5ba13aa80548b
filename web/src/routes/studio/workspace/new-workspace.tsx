import type { WorkspacePlan } from '@oriel/contract';
import { createWorkspace, MAX_WORKSPACE_NAME } from '@oriel/contract/api/team';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../../api.ts';
import { useStepUp } from '../../../features/accounts/settings/step-up.tsx';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import stack from '../../../ui/stack.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { rolesQuery } from '../roles.ts';
import { plansQuery } from './plans-query.ts';
import styles from './workspace.module.css';

/** Another workspace, with the invitation of who is to own it, and the plan that it has from the beginning. */
export function NewWorkspace({ canSetPlans }: { canSetPlans: boolean }) {
  const { data: planned } = useQuery({ ...plansQuery, enabled: canSetPlans });
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<{ name: string; ownerEmail?: string | undefined; plan?: WorkspacePlan | undefined }>({
    schema: createWorkspace.body,
    read: ({ name, ownerEmail, plan }) => ({
      name,
      ...(ownerEmail?.trim() && { ownerEmail }),
      ...(plan && { plan }),
    }),
    fallback: 'The workspace could not be made. Please try again.',
    clears: true,
    send: async (body) => {
      const { data } = await confirmed(() => api('POST /api/console/workspaces', { body }));
      await queries.invalidateQueries(plansQuery);
      await queries.invalidateQueries(rolesQuery);
      await navigate(`/studio?workspace=${data.id}`);
    },
  });
  return (
    <section className="studio-section" aria-labelledby="another">
      <h2 id="another">Another workspace</h2>
      <p className="studio-soft">
        With tours, files and a team of its own. Its owner is asked by mail; you own it with them until you
        leave.
      </p>
      <Form
        state={form}
        isSilent
        className={`${stack.gap4} ${styles.form}`}
        submit="Make the workspace"
        busy="Making it…"
        variant="quiet"
      >
        <TextField
          label="Name of the new workspace"
          name="name"
          autoComplete="off"
          maxLength={MAX_WORKSPACE_NAME}
          error={form.errors.name}
        />
        <TextField
          label="Email of its owner"
          name="ownerEmail"
          type="email"
          autoComplete="off"
          error={form.errors.ownerEmail}
          hint="Leave it empty to own it alone."
        />
        {planned && (
          <ChoiceField
            label="Plan"
            name="plan"
            defaultValue="free"
            hint="It can be changed below at any time."
            options={planned.plans.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Form>
    </section>
  );
}
