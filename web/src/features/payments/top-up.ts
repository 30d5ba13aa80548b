import type { Plan, User } from '@oriel/contract';
import { ApiError, type ApiResponse, api, errorMessage } from '../../api.ts';
import { announceOutcome } from '../../session/purchase-outcome.ts';
import { suspendDialogs } from '../../ui/top-layer.ts';
import { type CheckoutConstructor, CheckoutError, type CheckoutPayment, loadCheckout } from './checkout.ts';

type Order = ApiResponse<'POST /api/tokens/topup/create-order'>;
type Verified = ApiResponse<'POST /api/tokens/topup/verify'>;

interface Paid {
  plan: Plan;
  orderId: string;
}

export type TopUpState =
  /** `note`: the outcome of the last one, where it needs no dialog. */
  | { step: 'idle'; note?: string }
  | { step: 'confirming' | 'ordering' | 'paying'; plan: Plan }
  | ({ step: 'verifying' | 'arriving' } & Paid)
  | { step: 'done'; plan: Plan; receipt: Verified }
  /** `wasPaid`: whether money may have been taken. */
  | { step: 'failed'; plan: Plan; sentence: string; wasPaid: boolean };

export interface Purchase {
  user: Pick<User, 'name' | 'email'>;
  siteName: string;
  /** Called when tokens are credited, even after the settings were closed. */
  onCredited: () => void;
}

/** The site's accent colour as the page shows it, `#rrggbb`. */
const accentColour = () => getComputedStyle(document.documentElement).getPropertyValue('--gold').trim();

const CANCELLED = 'Payment was cancelled.';
/** The delays between polls of a paid order that is not credited yet; the last one repeats. */
const ASK_AGAIN_MS = [2_000, 3_000, 5_000];
/** How many polls. The server continues on its own. */
const ASK_AGAIN_TIMES = 120;

/** How often, and how far apart, an order is requested whose response was lost. */
const ORDER_TRIES = 3;
const ORDER_AGAIN_MS = 1_000;

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
}

const isSessionOver = (error: unknown) => error instanceof ApiError && error.code === 'session_ended';

/**
 * One purchase at a time, from the plan to the tokens: confirmation, order, payment window, verification. It lives outside
 * the components, because a payment is verified even if the settings are closed meanwhile.
 */
export class TopUp {
  #state: TopUpState = { step: 'idle' };
  #awaited: readonly Paid[] = [];
  /** Plans of which a payment has just failed, before the gateway has told the server. */
  readonly #failedPlans = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** The same object until something changes. */
  get state(): TopUpState {
    return this.#state;
  }

  /** Paid orders without their tokens yet, for which no dialog waits. */
  get awaited(): readonly Paid[] {
    return this.#awaited;
  }

  /** Whether a payment for the plan has failed on this page; banks sometimes let such a payment through later. */
  hasFailed({ plan_id: planId }: Plan): boolean {
    return this.#failedPlans.has(planId);
  }

  /** @returns ends the subscription */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks for confirmation. Ignored while a purchase is under way. */
  begin(plan: Plan): void {
    if (this.#state.step === 'idle' || this.#state.step === 'failed') this.#set({ step: 'confirming', plan });
  }

  /** Closes a dialog. A purchase under way continues in the background. */
  leave(): void {
    const { state } = this;
    if (state.step === 'arriving') this.#awaited = [...this.#awaited, state];
    if (['confirming', 'arriving', 'done', 'failed'].includes(state.step)) this.#set({ step: 'idle' });
  }

  /** Orders the plan and opens the payment window, once. */
  async confirm(purchase: Purchase): Promise<void> {
    if (this.#state.step !== 'confirming') return;
    const { plan } = this.#state;
    this.#set({ step: 'ordering', plan });
    let order: Order | undefined;
    try {
      order = await this.#order(plan);
      this.#openWindow(await loadCheckout(order.checkoutScript), order, plan, purchase);
    } catch (error) {
      // The member signs in again and finds the confirmation as it was.
      if (error instanceof CheckoutError && isSessionOver(error.cause)) {
        return this.#set({ step: 'confirming', plan });
      }
      const sentence = error instanceof CheckoutError ? error.message : 'An unknown error occurred.';
      this.#fail(plan, order?.orderId, sentence);
    }
  }

  /** One key for all attempts, so that a lost response does not create a second order. */
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
            : new CheckoutError(errorMessage(error, 'Could not create payment order.'), { cause: error });
        }
        await sleep(ORDER_AGAIN_MS);
      }
    }
  }

  #openWindow(Checkout: CheckoutConstructor, order: Order, plan: Plan, purchase: Purchase): void {
    const { orderId, key, amount, currency } = order;
    const { name, email } = purchase.user;
    let isOver = false;
    /** Only the first event counts, except a payment, which always does. */
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
      // A failed payment is shown at once, and retried from our own dialog.
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
        this.#failedPlans.add(plan.plan_id);
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

  /** Has the server verify a payment, and polls until it accepts or rejects it. */
  async #verify(plan: Plan, payment: CheckoutPayment, { onCredited }: Purchase): Promise<void> {
    const { razorpay_order_id: orderId, razorpay_payment_id: paymentId } = payment;
    this.#set({ step: 'verifying', plan, orderId });
    const body = { planId: plan.plan_id, orderId, paymentId, signature: payment.razorpay_signature };
    for (let tries = 0; tries <= ASK_AGAIN_TIMES; tries += 1) {
      try {
        const { data } = await api('POST /api/tokens/topup/verify', { body });
        if (data.status === 'success') {
          this.#failedPlans.delete(plan.plan_id);
          onCredited();
          return this.#settle(orderId, { step: 'done', plan, receipt: data });
        }
      } catch (error) {
        if (isRefusal(error)) {
          const sentence = errorMessage(error, 'Payment verification failed.');
          this.#report(plan, orderId, sentence, paymentId);
          return this.#settle(orderId, { step: 'failed', plan, sentence, wasPaid: true });
        }
        // Signed out meanwhile: the server continues on its own.
        if (error instanceof ApiError && error.status === 401) return this.#settle(orderId, { step: 'idle' });
        console.warn('The payment could not be verified yet.', error);
      }
      if (tries === 0) this.#set({ step: 'arriving', plan, orderId });
      await sleep(ASK_AGAIN_MS[Math.min(tries, ASK_AGAIN_MS.length - 1)] ?? 0);
    }
  }

  /** Shows the outcome of a paid order to a member who waits for it; to others only a failure, and only when idle. */
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

  /** Records on the server that a payment did not happen; not awaited, and may be lost. */
  #report({ plan_id: planId }: Plan, orderId: string, reason: string, paymentId?: string): void {
    const body = { planId, orderId, reason: reason.slice(0, 500), paymentId: paymentId ?? null };
    api('POST /api/tokens/topup/report-failure', { body }).catch((error: unknown) => {
      console.warn('The failure was not reported.', error);
    });
  }

  #set(state: TopUpState): void {
    this.#state = state;
    this.#tell();
    if (['arriving', 'done', 'failed'].includes(state.step)) announceOutcome();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

let current: { memberId: string; topUp: TopUp } | undefined;

/** The purchases of a member on this page. */
export function topUpOf(memberId: string): TopUp {
  if (current?.memberId !== memberId) current = { memberId, topUp: new TopUp() };
  return current.topUp;
}
