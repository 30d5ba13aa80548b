/** Money as the people who pay in it write it. @param amount in major units: 4999 rupees are ₹4,999 */
export function moneyOf(amount: number, currency: 'INR' | 'USD'): string {
  return new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 0,
  }).format(amount);
}
