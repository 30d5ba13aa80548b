import type { User } from '@oriel/contract';
import { ReceiptLinks } from '../../../features/payments/receipt-links.tsx';
import { History } from '../../../features/wallet/history.tsx';

/** The member's transactions with their receipts. */
export function HistoryPanel({ user }: { user: User }) {
  return <History memberId={user.id} receiptAt={(path) => <ReceiptLinks path={path} />} />;
}
