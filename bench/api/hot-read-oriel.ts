/** The real application with 1,000 experiences, with default settings. */
import { cpuTime } from '../peer.ts';
import { serve } from '../serve.ts';
import { openBench } from './site.ts';

const bench = await openBench();
const { app, db } = await bench.site(1000);

serve(bench, app, {
  cpu: async () => cpuTime(),
  async change({ title }: { title: string }) {
    // Directly in the database, as another process would: this one is not notified.
    const first = db.selectFrom('experiences').select('id').orderBy('sort_order').orderBy('id').limit(1);
    await db.updateTable('experiences').set({ title }).where('id', '=', first).execute();
    return {};
  },
});
