import type { Settings } from './settings.ts';

/** The payment gateway. */
export interface PaymentsConfig {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** The previous webhook secret, while it is being rotated. */
  previousWebhookSecret: string | undefined;
  /** Without `/v1` and without a trailing slash; undefined for the sandbox in this process. */
  apiUrl: string | undefined;
  /** The URL or path of the payment window's script. */
  checkoutScript: string;
  /** The timeout of one request to the gateway. */
  timeoutMs: number;
  /** How long no request is made after consecutive failures. */
  restMs: number;
  /** After how many hours a payment of another amount than ordered is returned, unless an operator decides otherwise. */
  mismatchHours: number;
  /** The interval of the background tasks of payments. */
  tickMs: number;
}

/** The demo's sandbox; the README publishes these keys. */
const SANDBOX = {
  keyId: 'rzp_test_oriel',
  keySecret: 'oriel-sandbox-key-secret',
  webhookSecret: 'oriel-sandbox-webhook-secret',
  checkoutScript: '/sandbox/razorpay/checkout.js',
};
const RAZORPAY = {
  apiUrl: 'https://api.razorpay.com',
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
};

const PAYMENT_TICK_MS = 5_000;
const PAYMENT_REST_MS = 5_000;

/** Razorpay in production or where `RAZORPAY_API` is set; else the sandbox, which needs no settings. */
export function paymentsOf(settings: Settings, production: boolean): PaymentsConfig {
  const isReal = production || settings.RAZORPAY_API !== undefined;
  return {
    keyId: settings.RAZORPAY_KEY_ID ?? SANDBOX.keyId,
    keySecret: settings.RAZORPAY_KEY_SECRET ?? SANDBOX.keySecret,
    webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET ?? SANDBOX.webhookSecret,
    previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    apiUrl: settings.RAZORPAY_API ?? (production ? RAZORPAY.apiUrl : undefined),
    checkoutScript:
      settings.RAZORPAY_CHECKOUT_SCRIPT ?? (isReal ? RAZORPAY.checkoutScript : SANDBOX.checkoutScript),
    timeoutMs: settings.RAZORPAY_TIMEOUT_MS,
    restMs: PAYMENT_REST_MS,
    mismatchHours: settings.PAYMENT_MISMATCH_HOURS,
    tickMs: PAYMENT_TICK_MS,
  };
}
