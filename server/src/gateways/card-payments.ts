/** An order as the gateway knows it. */
export interface GatewayOrder {
  id: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** Our own id of it; null for orders that others made. */
  receipt: string | null;
  /** What we wrote on it when we made it. */
  notes: Readonly<Record<string, string>>;
}

/** A payment as the gateway tells of it. Money has moved once it is captured. */
export interface GatewayPayment {
  id: string;
  /** The gateway's id of the order; null for payments that belong to none. */
  orderId: string | null;
  amount: number;
  currency: string;
  status: 'created' | 'failed' | 'authorized' | 'captured' | 'refunded';
  amountRefunded: number;
  /** What the payer paid with, such as `card` or `upi`; null where the gateway does not say. */
  method: string | null;
  /** Why it failed, in words for the payer. */
  failure: string | undefined;
}

export interface GatewayRefund {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  /** Only a processed refund has happened. */
  status: 'pending' | 'processed' | 'failed';
}

/** A payer who has their bank question a payment. */
export interface GatewayDispute {
  id: string;
  paymentId: string;
  /** What is questioned. */
  amount: number;
  /** What was taken from us; 0 unless the dispute is lost, undefined where the gateway does not say. */
  amountDeducted: number | undefined;
  currency: string;
  /** Such as `chargeback`; a dispute that was won may go on in another phase. */
  phase: string;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
}

/** A part of the gateway's lists, by when things were made there. */
export interface TimeWindow {
  from: Date;
  to: Date;
}

/** What takes card payments. Every call may throw a `GatewayUnavailableError`, and may be made again. */
export interface CardPayments {
  /** What the browser's payment window is opened with. */
  readonly keyId: string;
  /** The longest that one try of `createOrder` takes, in milliseconds. */
  readonly tryMs: number;
  /**
   * Creates an order, or finds the one that was created under the same receipt before.
   *
   * @param order.receipt our own id of it; the same one never makes two orders that we know of
   * @param order.notes what the order is for, so that it can be written again should we lose it; at most 15 short texts
   * @param order.beforeRetry called before each try but the first
   * @param order.triedBefore whether an earlier call with this receipt may have reached the gateway
   */
  createOrder(order: {
    receipt: string;
    amount: number;
    currency: string;
    notes: Readonly<Record<string, string>>;
    triedBefore: boolean;
    beforeRetry?: () => Promise<void>;
  }): Promise<GatewayOrder>;
  /** @returns undefined where there is no such order */
  fetchOrder(gatewayOrderId: string): Promise<GatewayOrder | undefined>;
  fetchOrderPayments(gatewayOrderId: string): Promise<GatewayPayment[]>;
  /** @returns undefined where there is no such payment */
  fetchPayment(paymentId: string): Promise<GatewayPayment | undefined>;
  /** Every refund of a payment so far. */
  fetchRefunds(paymentId: string): Promise<GatewayRefund[]>;
  /** @returns undefined where there is no such refund */
  fetchRefund(refundId: string): Promise<GatewayRefund | undefined>;
  /** @returns undefined where there is no such dispute */
  fetchDispute(disputeId: string): Promise<GatewayDispute | undefined>;
  /** All payments that were made within a window, page by page. */
  listPayments(window: TimeWindow): AsyncIterable<GatewayPayment[]>;
  /** All refunds that were made within a window, page by page. */
  listRefunds(window: TimeWindow): AsyncIterable<GatewayRefund[]>;
  /** All disputes that began within a window, page by page. */
  listDisputes(window: TimeWindow): AsyncIterable<GatewayDispute[]>;
  /** Refunds. @param key the same for every call of the same attempt, which must ask for the same amount */
  refund(paymentId: string, refund: { amount: number; key: string }): Promise<GatewayRefund>;
  /** Whether a browser brings what the gateway signed: this payment belongs to this order. In constant time. */
  isPaymentSigned(gatewayOrderId: string, paymentId: string, signature: string): boolean;
  /** Whether a webhook's body, byte by byte, is the gateway's. In constant time. */
  isWebhookSigned(body: Buffer, signature: string): boolean;
}

/** The gateway could not be reached, was too slow, or answered nonsense. What was asked may have happened or not. */
export class GatewayUnavailableError extends Error {
  override name = 'GatewayUnavailableError';
}

/** The gateway understood and refused. */
export class GatewayRefusalError extends Error {
  override name = 'GatewayRefusalError';
  readonly status: number;

  constructor(status: number, reason: string) {
    super(`the payment gateway refused (${status}): ${reason}`);
    this.status = status;
  }
}
