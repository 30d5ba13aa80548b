/** Opens the REST API of the payment gateway's sandbox. */
export const SANDBOX_AUTHORIZATION = `Basic ${Buffer.from('rzp_test_oriel:oriel-sandbox-key-secret').toString('base64')}`;
/** Signs the sandbox's webhooks. */
export const SANDBOX_WEBHOOK_SECRET = 'oriel-sandbox-webhook-secret';
