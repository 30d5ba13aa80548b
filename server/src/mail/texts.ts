import type { Mail } from '../gateways/mail.ts';
import { type Block, type Brand, layOut } from './layout.ts';

type Written = Omit<Mail, 'to'>;

const text = (words: string) => ({ kind: 'text', text: words }) as const;
const IGNORE = 'If this was not you, you can ignore this mail: nothing happens without the code.';
const KEEP = 'Please give the code to nobody. We will never ask you for it.';

/** Tokens stand behind the `#`: browsers do not send that part, so that it reaches no log and no other site. */
const resetAddress = ({ publicUrl }: Brand, token: string) => `${publicUrl}/login#reset=${token}`;
const verifyAddress = ({ publicUrl }: Brand, token: string) => `${publicUrl}/verify-email#token=${token}`;

export function signInCode(brand: Brand, given: { code: string; minutes: number }): Written {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `Your code to sign in to ${name}`,
    heading: 'Here is your code',
    blocks: [
      text(`Enter it to sign in to ${name}:`),
      { kind: 'code', code: given.code },
      text(`It works once, within ${given.minutes} minutes. A newer code replaces it.`),
      text(`${KEEP} ${IGNORE}`),
    ],
  });
}

export function passwordReset(
  brand: Brand,
  given: { code: string; token: string; codeMinutes: number; linkMinutes: number },
): Written {
  return layOut(brand, {
    subject: `Set a new password for ${brand.site.name}`,
    heading: 'Set a new password',
    blocks: [
      text('Enter this code where you asked for it:'),
      { kind: 'code', code: given.code },
      text('Or follow this link:'),
      { kind: 'link', label: 'Set a new password', url: resetAddress(brand, given.token) },
      text(`The code works for ${given.codeMinutes} minutes, the link for ${given.linkMinutes}, each once.`),
      text(`${KEEP} If this was not you, you can ignore this mail: your password stays as it is.`),
    ],
  });
}

export function verification(
  brand: Brand,
  given: { code: string; token: string; codeMinutes: number; linkHours: number },
): Written {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `Welcome to ${name}: please confirm your email address`,
    heading: `Welcome to ${name}`,
    blocks: [
      text('Please confirm that this address is yours:'),
      { kind: 'link', label: 'Confirm my address', url: verifyAddress(brand, given.token) },
      text('Or enter this code while you are signed in:'),
      { kind: 'code', code: given.code },
      text(`The link works for ${given.linkHours} hours, the code for ${given.codeMinutes} minutes.`),
      text('If you did not create an account, you can ignore this mail.'),
    ],
  });
}

export function alreadyAMember(brand: Brand): Written {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `You already have an account at ${name}`,
    heading: 'You already have an account',
    blocks: [
      text(
        `Somebody, perhaps you, tried to create an account at ${name} with this address. You have one already.`,
      ),
      { kind: 'link', label: 'Sign in', url: `${brand.publicUrl}/login` },
      text('If you no longer know your password, choose "Forgot password" there.'),
      text('If this was not you, there is nothing to do: your account is as it was.'),
    ],
  });
}

export function passwordChanged(brand: Brand): Written {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `Your ${name} password was changed`,
    heading: 'Your password was changed',
    blocks: [
      text(
        `The password of your account at ${name} has just been changed. All other devices are signed out.`,
      ),
      text('If this was you, there is nothing more to do.'),
      text('If it was not, set a new password now with "Forgot password":'),
      { kind: 'link', label: 'Go to sign in', url: `${brand.publicUrl}/login` },
    ],
  });
}

export function accountDeleted(brand: Brand): Written {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `Your ${name} account is deleted`,
    heading: 'Your account is deleted',
    blocks: [
      text(`Your account at ${name} has been deleted, as you asked. You are signed out everywhere.`),
      text('If you ever want to come back, you are welcome to create a new account.'),
      text(`If it was not you who deleted it, please write to us: ${brand.site.legal.email}`),
    ],
  });
}

/** The words of a receipt or a refund voucher. */
interface ReceiptWords {
  title: string;
  date: string;
  plan: string;
  seller: string[];
  buyer: string[];
  rows: { label: string; amount: string }[];
  total: { label: string; amount: string };
  notes: string[];
}

/** What a receipt says, and where to find it. */
function receiptBlocks(brand: Brand, what: string, given: ReceiptWords): Block[] {
  const { title, date, seller, buyer, rows, total, notes } = given;
  const lines = [...rows, total].map(({ label, amount }) => `${label}: ${amount}`);
  return [
    { kind: 'quote', text: [`${title}, ${date}`, ...lines, ...notes].join('\n') },
    { kind: 'quote', text: ['Seller:', ...seller, '', 'Buyer:', ...buyer].join('\n') },
    text(`You find the ${what}, to print or to keep, in your history:`),
    { kind: 'link', label: 'Open my history', url: `${brand.publicUrl}/?settings=history` },
  ];
}

/** What somebody bought, in the words of its receipt. */
export function receipt(brand: Brand, given: ReceiptWords & { tokens: number }): Written {
  return layOut(brand, {
    subject: `${given.title} from ${brand.site.name}`,
    heading: 'Thank you for your purchase',
    blocks: [
      text(`${given.tokens.toLocaleString('en-IN')} tokens of ${given.plan} are in your wallet.`),
      ...receiptBlocks(brand, 'receipt', given),
    ],
  });
}

/** What of a purchase was refunded, in the words of its voucher. */
export function refundVoucher(
  brand: Brand,
  given: ReceiptWords & { refundKind: 'refund' | 'dispute' },
): Written {
  const amount = `${given.total.amount} for ${given.plan}`;
  return layOut(brand, {
    subject: `${given.title} from ${brand.site.name}`,
    heading: 'Your purchase was refunded',
    blocks: [
      text(
        given.refundKind === 'refund'
          ? `We have refunded ${amount}. Your bank may take a few days to show it.`
          : `Your bank has returned ${amount} to you after a dispute.`,
      ),
      ...receiptBlocks(brand, 'refund voucher', given),
    ],
  });
}

/** What becomes of a payment that was not credited. */
export function paymentNotice(
  brand: Brand,
  given: { notice: 'surplus' | 'mismatch' | 'returned'; plan: string; amount: string; payment: string },
): Written {
  const { notice, plan, amount, payment } = given;
  const { name } = brand.site;
  const words = {
    surplus: {
      heading: 'Your second payment will be refunded',
      body: `We received a second payment of ${amount} for ${plan}. You have already paid for it, so this payment will be refunded in full.`,
    },
    mismatch: {
      heading: 'Your payment does not match your order',
      body: `We received ${amount} for ${plan}, which is not what you ordered. No tokens were added. We are looking at it; unless we write to you, the payment will be refunded in full.`,
    },
    returned: {
      heading: 'Your payment was refunded',
      body: `We have refunded ${amount} of your payment for ${plan}. Your bank may take a few days to show it.`,
    },
  }[notice];
  return layOut(brand, {
    subject: `${words.heading} (${name})`,
    heading: words.heading,
    blocks: [
      text(words.body),
      text(`Payment: ${payment}`),
      text('You find all your payments in your history:'),
      { kind: 'link', label: 'Open my history', url: `${brand.publicUrl}/?settings=history` },
    ],
  });
}
