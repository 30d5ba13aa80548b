import { useMutation } from '@tanstack/react-query';
import { api, errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { PanelSection } from '../../../ui/panel-section.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import stack from '../../../ui/stack.module.css';
import { useStepUp } from './step-up.tsx';

export function ExportData() {
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
    <PanelSection title="Your data">
      <p>Everything that we keep about you, as a JSON file.</p>
      <AlertBox tone="error">
        {fetchAll.isError &&
          errorMessage(fetchAll.error, 'Your data could not be fetched. Please try again.')}
      </AlertBox>
      <div className={stack.actions}>
        <Button disabled={fetchAll.isPending} onClick={() => fetchAll.mutate()}>
          Export my data
        </Button>
      </div>
    </PanelSection>
  );
}
