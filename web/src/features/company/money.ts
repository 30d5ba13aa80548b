/** Money as the people who pay in it write it. @param amount in major units: 4999 rupees are ₹4,999 */
export { formatMoney as moneyOf } from '@oriel/contract/money';
