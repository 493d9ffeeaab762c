import { openAccess } from '../../src/guard/access/index.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import { silentLog } from '../../src/kit/base/log.ts'

/**
 * A service as a program: `node postgres-node.ts URL KEY CALLERS`. Each caller makes calls that debit three credits and
 * cost one, and prints a line after each answer. The program ends when the credits are used up.
 */
const [url = '', key = '', callers = '8'] = process.argv.slice(2)
const options = { dataDir: '', database: { url }, clock: systemClock, log: silentLog, demo: () => false }
const access = await openAccess(options)

async function call(): Promise<void> {
  for (;;) {
    const account = await access.admit(key, false)
    if (account instanceof Fault) throw account
    const debit = await access.debit(account, { operation: '/byzpid', credits: 3 })
    if (debit instanceof Fault) {
      if (debit.code === 'credits.exhausted') return
      await new Promise((resolve) => setTimeout(resolve, 20)) // after a 503, waits and retries, as clients do
      continue
    }
    await new Promise(setImmediate)
    await access.settle(debit, 1)
    process.stdout.write('answered\n')
  }
}

await Promise.all(Array.from({ length: Number(callers) }, call))
await access.close()
