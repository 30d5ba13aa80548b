/** The currency of prices, unless the site configuration sets another. */
export const DEFAULT_CURRENCY = 'INR';

/** The discount on the monthly price for paying a year at once; prices are rounded afterwards. */
export const YEARLY_DISCOUNT = 0.1;

/** The locale that groups digits: rupees in lakhs and crores, all others in thousands. */
export function moneyLocale(currency: string): string {
  return currency === 'INR' ? 'en-IN' : 'en';
}

/**
 * Formats money with its symbol and the grouping usual for the currency: ₹1,23,456 or €123,456.
 *
 * @param amount in major units: 4999 rupees are ₹4,999
 * @param always whether to print zero hundredths too, as on a receipt
 */
export function formatMoney(amount: number, currency: string, always = false): string {
  return new Intl.NumberFormat(moneyLocale(currency), {
    style: 'currency',
    currency,
    minimumFractionDigits: always || !Number.isInteger(amount) ? 2 : 0,
  }).format(amount);
}

/** The symbol of a currency: ₹, $, or its code. */
export function currencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat(moneyLocale(currency), { style: 'currency', currency }).formatToParts(
    0,
  );
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** The plural name of a currency, as in "prices in euros". */
export function currencyInWords(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Whether the currency has two decimals: the rupee, not the yen (none) or the dinar (three). */
export function hasHundredParts(currency: string): boolean {
  if (!/^[A-Z]{3}$/.test(currency)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits === 2;
}
