/** Names of what the token benchmarks fill the database with. Everything has a number. */

export const CLIENTS = 16;
/** Tours that cost one token; each member can unlock each of them once. */
export const TOURS = 200;

const padded = (number: number) => String(number).padStart(22, '0');
export const memberId = (number: number) => `m_${padded(number)}`;
export const sessionId = (number: number) => `s_${padded(number)}`;
export const gatewayOrderId = (number: number) => `order_${number}`;
export const paymentId = (number: number) => `pay_${number}`;

/** The same names in SQL. @param number an expression */
export const sqlName = (prefix: string, number: string) => `'${prefix}_' || lpad((${number})::text, 22, '0')`;

/** What one run of some seconds may use up: the members of a client, and its orders. */
export const MEMBERS_PER_CLIENT = 30;
export const ORDERS_PER_CLIENT = 600;

/** The plan that is bought; it gives no tier. */
export const PLAN = {
  id: 'starter',
  name: 'Starter',
  tokens: 100,
  validityDays: 30,
  amount: 19_900,
  currency: 'INR',
};
