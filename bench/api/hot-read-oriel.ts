/** The real application with 1,000 experiences, with its settings as they are by default. */
import { openBench } from './site.ts';

type Message = { ask: 'start' | 'cpu' | 'stop' } | { ask: 'change'; title: string };

const bench = await openBench();
const { app, db } = await bench.site(1000);

process.on('message', async (message: Message) => {
  switch (message.ask) {
    case 'start':
      process.send?.({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
      break;
    case 'cpu': {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuMs: (user + system) / 1000 });
      break;
    }
    case 'change': {
      // Straight into the database, as another process would: nothing tells this one.
      const first = db.selectFrom('experiences').select('id').orderBy('sort_order').orderBy('id').limit(1);
      await db.updateTable('experiences').set({ title: message.title }).where('id', '=', first).execute();
      process.send?.({});
      break;
    }
    case 'stop':
      await bench.close();
      process.exit();
  }
});
