import { createExternalScript } from '../../external-scripts.ts';
export interface CheckoutPayment {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export interface CheckoutFailure {
  error?: { description?: string; metadata?: { payment_id?: string } };
}

export interface CheckoutOptions {
  key: string;
  order_id: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  theme: { color: string };
  retry: { enabled: boolean };
  handler: (payment: CheckoutPayment) => void;
  modal: { ondismiss: () => void };
}

export interface Checkout {
  open(): void;
  close?(): void;
  on(event: 'payment.failed', listener: (failure: CheckoutFailure) => void): unknown;
}

/** The interface of Razorpay Checkout, which the demo's sandbox has too. */
export type CheckoutConstructor = new (options: CheckoutOptions) => Checkout;

/** The message where the payment window cannot be loaded. */
export class CheckoutError extends Error {
  override name = 'CheckoutError';
}

const LOAD_TIMEOUT_MS = 20_000;
const loading = new Map<string, Promise<void>>();

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = createExternalScript(url);
    const fail = () => {
      script.remove();
      reject(new CheckoutError('Could not load payment gateway. Please check your connection.'));
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    document.head.append(script);
  });
}

/** The script is loaded once, and again after a failure. @throws {CheckoutError} with a sentence to show */
export async function loadCheckout(url: string): Promise<CheckoutConstructor> {
  let script = loading.get(url);
  if (script === undefined) {
    script = addScript(url);
    loading.set(url, script);
  }
  const forget = () => loading.delete(url);
  await script.catch((error: unknown) => {
    forget();
    throw error;
  });
  const { Razorpay } = window as { Razorpay?: CheckoutConstructor };
  if (typeof Razorpay !== 'function') {
    forget();
    throw new CheckoutError('Payment gateway is not available.');
  }
  return Razorpay;
}
