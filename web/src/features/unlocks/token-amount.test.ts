import { expect, it } from 'vitest';
import { tokenAmount } from './token-amount.ts';

it('groups tokens and knows one from many', () => {
  expect(tokenAmount(0)).toBe('0 tokens');
  expect(tokenAmount(1)).toBe('1 token');
  expect(tokenAmount(1500)).toBe('1,500 tokens');
});
