import type { OwnWorkspace, PrivacyCheckRule } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import stack from '../../../ui/stack.module.css';
import { rolesQuery } from '../roles.ts';

interface Props {
  workspace: OwnWorkspace;
  onNotice: (sentence: string) => void;
}

/** Whether tours need the check for people to be published. */
export function PrivacyRule({ workspace: { id, privacyCheck }, onNotice }: Props) {
  const queries = useQueryClient();
  const isRequired = privacyCheck === 'required';
  const change = useMutation({
    mutationFn: async (rule: PrivacyCheckRule) => {
      const options = { query: { workspace: id }, body: { privacyCheck: rule } };
      return (await api('POST /api/studio/workspace/privacy-check', options)).data;
    },
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries(rolesQuery);
      onNotice(message);
    },
  });
  return (
    <section className="studio-section" aria-labelledby="privacy">
      <h2 id="privacy">People in pictures</h2>
      <AlertBox tone="error">
        {change.error && errorMessage(change.error, 'This could not be changed. Please try again.')}
      </AlertBox>
      <p className="studio-soft">
        {isRequired
          ? 'A tour is published once somebody has signed for each of its 360-degree pictures, that it was checked for people or shows nobody.'
          : 'Tours are published without anybody having checked their pictures for people.'}
      </p>
      <div className={stack.actions}>
        <Button disabled={change.isPending} onClick={() => change.mutate(isRequired ? 'off' : 'required')}>
          {isRequired ? 'Publish without the check' : 'Require the check'}
        </Button>
      </div>
    </section>
  );
}
