import type { Movement } from '@oriel/contract';
import { formatDate, formatMoney, formatSigned } from '../../format.ts';
import table from '../../ui/table.module.css';
import styles from './history.module.css';
import { movementInWords, statusLabel } from './labels.ts';
import { ReceiptLinks } from './receipt-links.tsx';

interface Props {
  movements: readonly Movement[];
}

function When({ date }: Movement) {
  return (
    <time dateTime={date} title={formatDate(date, 'dateTime')}>
      {formatDate(date)}
    </time>
  );
}

function What(movement: Movement) {
  return (
    <span className={styles.type} title={movement.trnId}>
      {movementInWords(movement)}
    </span>
  );
}

function Tokens({ amount, status }: Movement) {
  return (
    <span className={styles.tokens} data-status={status} data-sign={Math.sign(amount)}>
      {formatSigned(amount)}
    </span>
  );
}

function Status(movement: Movement) {
  return (
    <span className={styles.status} data-status={movement.status}>
      {statusLabel(movement, Date.now())}
    </span>
  );
}

function Receipt({ type, receipt, receiptPending }: Movement) {
  if (receipt !== undefined) {
    return (
      <div className={styles.receipt}>
        <ReceiptLinks path={receipt} />
      </div>
    );
  }
  return receiptPending ? (
    <span className={styles.status}>{type === 'refund' ? 'Voucher' : 'Receipt'} on its way</span>
  ) : null;
}

const priceOf = ({ price, currency }: Movement) =>
  price === undefined || currency === undefined ? undefined : formatMoney(price, currency);

/** For wide screens. */
export function HistoryTable({ movements }: Props) {
  // Members who never paid see no columns about money.
  const hasPayments = movements.some(
    ({ price, receiptPending, receipt }) => price ?? receipt ?? receiptPending,
  );
  return (
    <table className={`${table.table} ${styles.table}`}>
      <caption className="visually-hidden">Your transactions, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Transaction</th>
          <th scope="col" className={styles.figure}>
            Tokens
          </th>
          {hasPayments && (
            <th scope="col" className={styles.figure}>
              Amount
            </th>
          )}
          <th scope="col">Status</th>
          {hasPayments && <th scope="col">Receipt</th>}
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <tr key={movement.trnId}>
            <td className={styles.date}>
              <When {...movement} />
            </td>
            <th scope="row" className={styles.description}>
              <What {...movement} />
            </th>
            <td className={styles.figure}>
              <Tokens {...movement} />
            </td>
            {hasPayments && <td className={styles.figure}>{priceOf(movement)}</td>}
            <td>
              <Status {...movement} />
            </td>
            {hasPayments && (
              <td>
                <Receipt {...movement} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** For narrow screens. */
export function HistoryList({ movements }: Props) {
  return (
    <ul className={styles.list} aria-label="Your transactions, newest first">
      {movements.map((movement) => (
        <li key={movement.trnId} className={styles.item}>
          <div className={styles.description}>
            <What {...movement} />
          </div>
          <div className={styles.figure}>
            <Tokens {...movement} />
            <span className="visually-hidden"> tokens</span>
            <span className={styles.price}>{priceOf(movement)}</span>
          </div>
          <div className={styles.foot}>
            <When {...movement} />
            <Status {...movement} />
            <Receipt {...movement} />
          </div>
        </li>
      ))}
    </ul>
  );
}
