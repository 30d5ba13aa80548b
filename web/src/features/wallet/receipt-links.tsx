import { useMutation } from '@tanstack/react-query';
import { AlertBox } from '../../ui/alert-box.tsx';
import button from '../../ui/text-button.module.css';
import { downloadReceipt, receiptNumber } from './receipt.ts';
import styles from './receipt-links.module.css';

export function ReceiptLinks({ path }: { path: string }) {
  const number = receiptNumber(path);
  const name = number.startsWith('RV-') ? 'Voucher' : 'Receipt';
  const download = useMutation({
    mutationFn: () => downloadReceipt(number),
    onError: (error) => console.warn('The receipt could not be loaded.', error),
  });
  return (
    <div className={styles.receipt}>
      <a
        className={button.textButton}
        href={`/receipts/${number}`}
        target="_blank"
        rel="noopener"
        aria-label={`${name} ${number}, opens in a new tab`}
      >
        {name}
      </a>
      <button
        type="button"
        className={button.textButton}
        aria-label={`PDF of ${name.toLowerCase()} ${number}`}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        PDF
      </button>
      {download.isError && (
        <AlertBox tone="error">The {name.toLowerCase()} could not be loaded. Please try again.</AlertBox>
      )}
    </div>
  );
}
