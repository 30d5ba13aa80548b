import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import stack from '../../../ui/stack.module.css';
import styles from './settings.module.css';
import { useStepUp } from './step-up.tsx';

/** Exports everything that is stored about the member. */
export function ExportData() {
  const headingId = useId();
  const confirmed = useStepUp();
  const fetchAll = useMutation({
    mutationFn: async () => (await confirmed(() => api('GET /api/auth/me/export', {}))).data,
    onSuccess: (data) =>
      saveFile(
        new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }),
        'my-data.json',
      ),
  });
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId}>Your data</h3>
      <p>Everything that we keep about you, as a JSON file.</p>
      {fetchAll.isError && (
        <AlertBox tone="error">
          {errorMessage(fetchAll.error, 'Your data could not be fetched. Please try again.')}
        </AlertBox>
      )}
      <div className={stack.actions}>
        <Button disabled={fetchAll.isPending} onClick={() => fetchAll.mutate()}>
          Export my data
        </Button>
      </div>
    </section>
  );
}
