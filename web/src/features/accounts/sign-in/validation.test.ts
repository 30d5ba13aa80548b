import { describe, expect, it } from 'vitest';
import { checkCode, checkEmail, checkNewPassword, checkSignIn, checkSignUp } from './validation.ts';

const whole = { email: 'a@b.example', password: 'secret', confirmation: 'secret', fullName: 'Ada Lovelace' };

describe('messages for missing input follow the specification', () => {
  it('when signing in', () => {
    expect(checkSignIn(whole)).toBeUndefined();
    expect(checkSignIn({ email: ' ', password: 'x' })).toEqual({
      field: 'email',
      text: 'Enter your email and password.',
    });
    expect(checkSignIn({ email: 'a@b.example', password: '' })?.field).toBe('password');
  });

  it('when signing up, one at a time in the order of the form', () => {
    expect(checkSignUp(whole, 6)).toBeUndefined();
    const texts = [
      { ...whole, email: '', password: '', fullName: '' },
      { ...whole, password: 'x'.repeat(5), fullName: '' },
      { ...whole, confirmation: 'Secret', fullName: '' },
      { ...whole, fullName: '   ' },
      { ...whole, fullName: `Ada ${'x'.repeat(81)}` },
    ].map((values) => checkSignUp(values, 6)?.text);
    expect(texts).toEqual([
      'Email is required',
      'Password must be at least 6 characters long.',
      'Passwords do not match.',
      'Please enter your full name.',
      'Please shorten your name: your first name and the rest may have 80 characters each.',
    ]);
    expect(checkSignUp({ ...whole, fullName: `Ada ${'x'.repeat(80)}` }, 6)).toBeUndefined();
  });

  it('when resetting a password', () => {
    expect(checkEmail({ email: '' })?.text).toBe('Please enter your email');
    expect(checkCode({ code: ' ' })?.text).toBe('Enter the OTP you received.');
    const password = 'x'.repeat(11);
    expect(checkNewPassword({ password, confirmation: '' }, 11)?.text).toBe('Passwords do not match.');
    expect(checkNewPassword({ password, confirmation: password }, 12)?.text).toBe(
      'Password must be at least 12 characters long.',
    );
  });
});
