import { LineDrawing } from '../../../ui/icon.tsx';

const PATHS = {
  Facebook:
    'M14 20.500v-7h2.600l.4-3h-3V9c0-1 .4-1.700 1.700-1.700H17.300V4.600c-3.900-.600-6.300.4-6.300 4v1.900H8.500v3H11v7',
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM16.500 7.500v.1',
  LinkedIn: 'M6.500 10v8.500M6.500 6v.1M11 18.500V10M11 14a3.200 3.200 0 0 1 6.500 0v4.500',
  WhatsApp:
    'M4 20l1.200-4A8 8 0 1 1 8 18.800zM9 9c0 3.500 2.500 6 6 6l.500-2-2-.800-1 .8a4 4 0 0 1-2-2l.8-1-.8-2z',
} as const;

export type Provider = keyof typeof PATHS;

export function ProviderMark({ provider }: { provider: Provider }) {
  return <LineDrawing path={PATHS[provider]} size={20} />;
}
