/** Of prices where the site configuration names none. */
export const DEFAULT_CURRENCY = 'INR';

/** Off the monthly price where a year is paid at once; prices are rounded afterwards. */
export const YEARLY_DISCOUNT = 0.1;

/** How numbers of a currency are grouped: rupees in lakhs and crores, all others in thousands. */
export function moneyLocale(currency: string): string {
  return currency === 'INR' ? 'en-IN' : 'en';
}

/**
 * Money with its sign, as the people who pay in it write it: ₹1,23,456 or €123,456.
 *
 * @param amount in major units: 4999 rupees are ₹4,999
 * @param always whether the hundredths stand there even where there are none, as on a receipt
 */
export function formatMoney(amount: number, currency: string, always = false): string {
  return new Intl.NumberFormat(moneyLocale(currency), {
    style: 'currency',
    currency,
    minimumFractionDigits: always || !Number.isInteger(amount) ? 2 : 0,
  }).format(amount);
}

/** A currency in words, as in "prices in euros". */
export function currencyInWords(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Whether a unit of the currency has a hundred parts: the rupee, not the yen (none) or the dinar (a thousand). */
export function hasHundredParts(currency: string): boolean {
  if (!/^[A-Z]{3}$/.test(currency)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits === 2;
}
