import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openAccess } from '../../src/guard/access/index.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { CommandFault, Fault } from '../../src/kit/base/failure.ts'
import { silentLog } from '../../src/kit/base/log.ts'

/**
 * `spender.ts FOLDER KEY CALLS` makes CALLS calls with a key, then exits. Writes `s` when a call begins, `.` when it is
 * answered, and `x` when it is refused. Every tenth call has an Idempotency-Key.
 */
const [dataDir = '', key = '', calls = '0'] = process.argv.slice(2)

const REFUSED_MAX = 20
const REFUSED_MS = 20

try {
  await spend()
} catch (error) {
  if (!(error instanceof CommandFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}

async function spend(): Promise<void> {
  const access = await openAccess({ dataDir, clock: systemClock, log: silentLog, demo: () => false })
  try {
    let refused = 0
    for (let call = 0; call < Number(calls) && refused < REFUSED_MAX; call++) {
      const account = await access.admit(key, false)
      const idempotencyKey = call % 10 === 0 ? { text: `call ${call}`, lasts: true } : undefined
      const price = { operation: '/byzpid', credits: 1, idempotencyKey }
      writeSync(1, 's')
      const debit = account instanceof Fault ? account : await access.debit(account, price)
      if (debit instanceof Fault) {
        if (debit.status !== 503) throw debit
        writeSync(1, 'x')
        refused += 1
        await pause(REFUSED_MS)
        continue
      }
      await access.settle(debit)
      writeSync(1, '.')
      if (call % 7 === 0) await pause(5)
    }
  } finally {
    await access.close()
  }
}
