import { type PlannedWorkspace, WorkspacePlan } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorMessage } from '../../../api.ts';
import { formatNumber } from '../../../format.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { plansQuery } from './plans-query.ts';
import styles from './workspace.module.css';

const countOf = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The plans of all workspaces, for the staff. */
export function AllPlans({ onNotice }: { onNotice: (sentence: string | undefined) => void }) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(plansQuery);
  const change = useMutation({
    mutationFn: async ({ id, plan }: Pick<PlannedWorkspace, 'id' | 'plan'>) => {
      onNotice(undefined);
      const options = { params: { workspaceId: id }, body: { plan } };
      return (await api('POST /api/console/plans/:workspaceId', options)).data;
    },
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries(plansQuery);
      await queries.invalidateQueries({ queryKey: ['studio-plan'] });
      onNotice(message);
    },
  });
  const options = [
    { value: '', label: 'No plan' },
    ...(data?.plans ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <section className="studio-section" aria-labelledby="plans">
      <h2 id="plans">Plans of all workspaces</h2>
      <p className="studio-soft">
        A plan limits seats, tours, scenes and files, as the pricing page says. What a workspace has beyond it
        stays, and tours stay open however often they are viewed.
      </p>
      <AlertBox tone="error">
        {change.error && errorMessage(change.error, 'This could not be changed. Please try again.')}
      </AlertBox>
      {isError && !data && (
        <Failure sentence="The plans could not be loaded." onRetry={() => void refetch()} />
      )}
      <ul className="studio-rows" aria-label="Plans">
        {data?.workspaces.map(({ id, name, plan, tours, scenes, monthlyViews, monthlyViewsLimit }) => (
          <li key={id} className={`studio-row ${styles.planned}`}>
            <span className={styles.plannedName}>
              <strong>{name}</strong>
              <span className="studio-soft">
                {countOf(tours, 'tour')}, {countOf(scenes, 'scene')}, {countOf(monthlyViews, 'view')} this
                month
              </span>
              {monthlyViewsLimit !== null && monthlyViews > monthlyViewsLimit && (
                <span className="studio-soft">
                  More views than its plan has ({formatNumber(monthlyViewsLimit)}); nothing is shut.
                </span>
              )}
            </span>
            <SelectField
              label="Plan"
              aria-label={`Plan of ${name}`}
              value={(change.isPending && change.variables.id === id ? change.variables.plan : plan) ?? ''}
              options={options}
              disabled={change.isPending}
              onChange={({ currentTarget: { value } }) =>
                change.mutate({ id, plan: value === '' ? null : WorkspacePlan.parse(value) })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
