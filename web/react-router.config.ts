import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // The whole route table is small; fetching parts of it on hover would only add requests.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
