import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Sender } from '../../src/doors/hooks/sender.ts'
import { openSubscriptions } from '../../src/guard/subscriptions/index.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'

/**
 * Makes notifications for some searches, and sends them as a service does, continuing where a killed process stopped.
 * When a file `enough` exists, makes no more notifications, and prints `done` once all are delivered. Its clock is
 * fast, so that retries after minutes happen within seconds.
 */
const [dataDir = '', webhookId = '', searches = '0'] = process.argv.slice(2)
const TIMES_AS_FAST = 200

const startMs = systemClock.now()
const clock = { now: () => startMs + (systemClock.now() - startMs) * TIMES_AS_FAST }
const { pokes, begin } = await openSubscriptions({ dataDir, clock })
await begin()
const sender = new Sender({
  queue: pokes,
  clock,
  log: silentLog,
  rules: { allowsHttp: true, allowsPrivate: true, resolve: async () => ['127.0.0.1'] },
  exchangeMs: 2_000,
  leaseMs: 600_000,
  lookMs: 20,
  cursorOf: String,
  unit: () => 0.5,
})
for (let sequence = ((await pokes.toldUpTo()) ?? 0) + 1; !existsSync(join(dataDir, 'enough')); sequence++) {
  const nowMs = clock.now()
  const made = Array.from({ length: 3 }, (_, i) => {
    const searchId = `s_${(sequence * 7 + i * 5) % Number(searches)}`
    const pokeId = `msg_${webhookId.slice(2)}${searchId.slice(2)}x${sequence}`
    return { pokeId, webhookId, searchId, sequence, madeMs: nowMs, attempts: 0, nextAttemptMs: nowMs }
  })
  await pokes.add(made, sequence)
  sender.look()
  await new Promise((resolve) => setTimeout(resolve, 5))
}
while ((await pokes.counts()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 20))
await sender.close(1_000)
process.stdout.write('done\n')
process.exit()
