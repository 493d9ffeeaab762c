import { PostgresAccess } from '../../src/guard/access/postgres/access.ts'
import { SharedPlans } from '../../src/guard/access/postgres/plans.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { Database } from '../../src/kit/postgres/database.ts'

/**
 * A node on its own, as a program: `node postgres-node.ts URL KEY CALLERS`. Each caller spends one credit after the
 * other, of some that it sets aside, and a line on the standard output follows each call that was settled, as an answer would. It ends once
 * credits are refused for good.
 */
const [url = '', key = '', callers = '8'] = process.argv.slice(2)
const database = await Database.open({ url })
const plans = await SharedPlans.open(database, silentLog)
const access = await PostgresAccess.open({ database, plans, clock: systemClock, log: silentLog, demo: () => false })

async function call(): Promise<void> {
  for (;;) {
    const account = await access.admit(key, false)
    if (account instanceof Fault) throw account
    const reservation = await access.reserve(account, '/byzpid', 3)
    if (reservation instanceof Fault) {
      if (reservation.code === 'credits.exhausted') return
      await new Promise((resolve) => setTimeout(resolve, 20)) // 503: asked again, as a caller would
      continue
    }
    await new Promise(setImmediate)
    await access.settle(reservation, 1).then(
      () => process.stdout.write('answered\n'),
      () => {},
    )
  }
}

await Promise.all(Array.from({ length: Number(callers) }, call))
await access.close()
await database.close()
