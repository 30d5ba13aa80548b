import type { Plan, User } from '@oriel/contract';
import { ApiError, type ApiResponse, api, errorMessage } from '../../api.ts';
import { suspendDialogs } from '../../ui/top-layer.ts';
import { type CheckoutConstructor, CheckoutError, type CheckoutPayment, loadCheckout } from './checkout.ts';

type Order = ApiResponse<'POST /api/tokens/topup/create-order'>;
type Verified = ApiResponse<'POST /api/tokens/topup/verify'>;

/** An order that somebody has paid. */
interface Paid {
  plan: Plan;
  orderId: string;
}

/** How far a purchase is. */
export type TopUpState =
  /** `note`: what became of the last one, where that needs no dialog. */
  | { step: 'idle'; note?: string }
  | { step: 'confirming' | 'ordering' | 'paying'; plan: Plan }
  | ({ step: 'verifying' | 'arriving' } & Paid)
  | { step: 'done'; plan: Plan; receipt: Verified }
  /** `wasPaid`: whether money may have been taken. */
  | { step: 'failed'; plan: Plan; sentence: string; wasPaid: boolean };

/** Who buys, and what the payment window says of us. */
export interface Purchase {
  user: Pick<User, 'name' | 'email'>;
  siteName: string;
  /** Called when tokens have come, also when nobody looks any more. */
  onCredited: () => void;
}

/** The brand's accent as the page shows it, `#rrggbb`. */
const accentColour = () => getComputedStyle(document.documentElement).getPropertyValue('--gold').trim();

const CANCELLED = 'Payment was cancelled.';
/** After how long a paid order that is not credited yet is asked for again, each time; the last one repeats. */
const ASK_AGAIN_MS = [2_000, 3_000, 5_000];
/** How often. The server goes on without us. */
const ASK_AGAIN_TIMES = 120;

/** How often an order is asked for whose answer was lost on the way, and how far apart. */
const ORDER_TRIES = 3;
const ORDER_AGAIN_MS = 1_000;

/** A key that no other request has. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the server has said no, rather than not now. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/**
 * One purchase at a time, from the plan to the tokens: confirm, order, payment window, verification. It lives outside the
 * components, because what somebody has paid is verified even where they have closed the settings meanwhile.
 */
export class TopUp {
  #state: TopUpState = { step: 'idle' };
  #awaited: readonly Paid[] = [];
  readonly #listeners = new Set<() => void>();

  /** The same object as long as nothing has changed. */
  get state(): TopUpState {
    return this.#state;
  }

  /** What is paid and whose tokens have not come, without anybody waiting in a dialog. */
  get awaited(): readonly Paid[] {
    return this.#awaited;
  }

  /** @returns ends the subscription */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks whether to buy. Ignored while a purchase is under way. */
  begin(plan: Plan): void {
    if (this.#state.step === 'idle' || this.#state.step === 'failed') this.#set({ step: 'confirming', plan });
  }

  /** Leaves a dialog that waits for an answer. What is under way goes on, tokens that are awaited come by themselves. */
  leave(): void {
    const { state } = this;
    if (state.step === 'arriving') this.#awaited = [...this.#awaited, state];
    if (['confirming', 'arriving', 'done', 'failed'].includes(state.step)) this.#set({ step: 'idle' });
  }

  /** Orders the plan and opens the payment window. Does nothing a second time. */
  async confirm(purchase: Purchase): Promise<void> {
    if (this.#state.step !== 'confirming') return;
    const { plan } = this.#state;
    this.#set({ step: 'ordering', plan });
    let order: Order | undefined;
    try {
      order = await this.#order(plan);
      this.#openWindow(await loadCheckout(order.checkoutScript), order, plan, purchase);
    } catch (error) {
      const sentence = error instanceof CheckoutError ? error.message : 'An unknown error occurred.';
      this.#fail(plan, order?.orderId, sentence);
    }
  }

  /** One key for all tries, so that a lost answer does not make a second order. */
  async #order({ plan_id: planId }: Plan): Promise<Order> {
    const idempotencyKey = newKey();
    for (let tries = 1; ; tries += 1) {
      try {
        const { data } = await api('POST /api/tokens/topup/create-order', {
          body: { planId },
          idempotencyKey,
        });
        if (!data.orderId) throw new CheckoutError('Payment order is missing an identifier.');
        return data;
      } catch (error) {
        const wasLost = !(error instanceof ApiError || error instanceof CheckoutError);
        const isUnderWay = error instanceof ApiError && error.status === 409;
        if (tries === ORDER_TRIES || !(wasLost || isUnderWay)) {
          throw error instanceof CheckoutError
            ? error
            : new CheckoutError(errorMessage(error, 'Could not create payment order.'));
        }
        await sleep(ORDER_AGAIN_MS);
      }
    }
  }

  #openWindow(Checkout: CheckoutConstructor, order: Order, plan: Plan, purchase: Purchase): void {
    const { orderId, key, amount, currency } = order;
    const { name, email } = purchase.user;
    let isOver = false;
    /** Only the first word counts, except that of a payment, which always does. */
    const end = (next: () => void) => {
      if (isOver) return;
      isOver = true;
      resumeDialogs();
      next();
    };
    const checkout = new Checkout({
      key,
      order_id: orderId,
      amount,
      currency,
      name: purchase.siteName,
      description: plan.name,
      prefill: { name, email },
      theme: { color: accentColour() },
      // A payment that failed is told at once, and tried again from our own dialog.
      retry: { enabled: false },
      handler: (payment) => {
        end(() => undefined);
        void this.#verify(plan, payment, purchase);
      },
      modal: {
        ondismiss: () =>
          end(() => {
            this.#report(plan, orderId, CANCELLED);
            this.#set({ step: 'idle', note: CANCELLED });
          }),
      },
    });
    checkout.on('payment.failed', ({ error }) =>
      end(() => {
        checkout.close?.();
        this.#fail(plan, orderId, error?.description || 'Payment failed.', error?.metadata?.payment_id);
      }),
    );
    const resumeDialogs = suspendDialogs();
    try {
      checkout.open();
    } catch {
      isOver = true;
      resumeDialogs();
      throw new CheckoutError('Payment gateway is not available.');
    }
    this.#set({ step: 'paying', plan });
  }

  /** Has the server check a payment, and asks again until it says yes or no. */
  async #verify(plan: Plan, payment: CheckoutPayment, { onCredited }: Purchase): Promise<void> {
    const { razorpay_order_id: orderId, razorpay_payment_id: paymentId } = payment;
    this.#set({ step: 'verifying', plan, orderId });
    const body = { planId: plan.plan_id, orderId, paymentId, signature: payment.razorpay_signature };
    for (let tries = 0; tries <= ASK_AGAIN_TIMES; tries += 1) {
      try {
        const { data } = await api('POST /api/tokens/topup/verify', { body });
        if (data.status === 'success') {
          onCredited();
          return this.#settle(orderId, { step: 'done', plan, receipt: data });
        }
      } catch (error) {
        if (isRefusal(error)) {
          const sentence = errorMessage(error, 'Payment verification failed.');
          this.#report(plan, orderId, sentence, paymentId);
          return this.#settle(orderId, { step: 'failed', plan, sentence, wasPaid: true });
        }
        // Signed out meanwhile: the server goes on without them.
        if (error instanceof ApiError && error.status === 401) return this.#settle(orderId, { step: 'idle' });
        console.warn('The payment could not be verified yet.', error);
      }
      if (tries === 0) this.#set({ step: 'arriving', plan, orderId });
      await sleep(ASK_AGAIN_MS[Math.min(tries, ASK_AGAIN_MS.length - 1)] ?? 0);
    }
  }

  /** Shows how a paid order ended: to those who wait for it; to others only a failure, and not amid something else. */
  #settle(orderId: string, end: TopUpState): void {
    const { state } = this;
    this.#awaited = this.#awaited.filter((paid) => paid.orderId !== orderId);
    const isAwaited = 'orderId' in state && state.orderId === orderId;
    if (isAwaited || (state.step === 'idle' && end.step === 'failed')) this.#set(end);
    else this.#tell();
  }

  #fail(plan: Plan, orderId: string | undefined, sentence: string, paymentId?: string): void {
    if (orderId !== undefined) this.#report(plan, orderId, sentence, paymentId);
    this.#set({ step: 'failed', plan, sentence, wasPaid: false });
  }

  /** The server's note that a payment did not happen; nobody waits for it, and it may be lost. */
  #report({ plan_id: planId }: Plan, orderId: string, reason: string, paymentId?: string): void {
    const body = { planId, orderId, reason: reason.slice(0, 500), paymentId: paymentId ?? null };
    api('POST /api/tokens/topup/report-failure', { body }).catch((error: unknown) => {
      console.warn('The failure was not reported.', error);
    });
  }

  #set(state: TopUpState): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

let current: { memberId: string; topUp: TopUp } | undefined;

/** The purchases of a member in this page. */
export function topUpOf(memberId: string): TopUp {
  if (current?.memberId !== memberId) current = { memberId, topUp: new TopUp() };
  return current.topUp;
}
