import { useMutation } from '@tanstack/react-query';
import { AlertBox } from '../../ui/alert-box.tsx';
import button from '../../ui/text-button.module.css';
import { downloadReceipt, openReceipt } from './receipt.ts';
import styles from './receipt-links.module.css';

export function ReceiptLinks({ path }: { path: string }) {
  const number = path.slice(path.lastIndexOf('/') + 1);
  const name = number.startsWith('RV-') ? 'Voucher' : 'Receipt';
  const fetchIt = useMutation({
    mutationFn: (format: 'page' | 'pdf') => (format === 'page' ? openReceipt : downloadReceipt)(path),
    onError: (error) => console.warn('The receipt could not be opened.', error),
  });
  return (
    <div className={styles.receipt}>
      <button
        type="button"
        className={button.textButton}
        aria-label={`${name} ${number}, opens in a new tab`}
        disabled={fetchIt.isPending}
        onClick={() => fetchIt.mutate('page')}
      >
        {name}
      </button>
      <button
        type="button"
        className={button.textButton}
        aria-label={`PDF of ${name.toLowerCase()} ${number}`}
        disabled={fetchIt.isPending}
        onClick={() => fetchIt.mutate('pdf')}
      >
        PDF
      </button>
      {fetchIt.isError && (
        <AlertBox tone="error">The {name.toLowerCase()} could not be opened. Please try again.</AlertBox>
      )}
    </div>
  );
}
