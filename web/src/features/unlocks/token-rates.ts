import type { Plan } from '@oriel/contract';
import { formatMoney } from '@oriel/contract/shared/money';
import type { Api } from '../../api.ts';

/** What one token costs with the cheapest plan and with the dearest. */
export interface TokenRates {
  lowest: number;
  highest: number;
  currency: string;
}

/** Undefined where no plan sells tokens, or where plans are in several currencies. */
export function tokenRatesOf(plans: readonly Plan[]): TokenRates | undefined {
  const sold = plans.filter(({ tokens, price }) => tokens > 0 && price > 0);
  const [first] = sold;
  if (first === undefined || sold.some(({ currency }) => currency !== first.currency)) return undefined;
  const rates = sold.map(({ tokens, price }) => price / tokens);
  return { lowest: Math.min(...rates), highest: Math.max(...rates), currency: first.currency };
}

/** For loaders: a page without the price in money is better than none. */
export async function loadTokenRates(api: Api): Promise<TokenRates | undefined> {
  try {
    return tokenRatesOf((await api('GET /api/tokens/plans', {})).data);
  } catch {
    return undefined;
  }
}

/** "₹110 to ₹199", in whole units of the currency. */
export function moneyFor(tokens: number, { lowest, highest, currency }: TokenRates): string {
  const at = (rate: number) => formatMoney(Math.round(tokens * rate), currency);
  const [from, to] = [at(lowest), at(highest)];
  return from === to ? from : `${from} to ${to}`;
}
