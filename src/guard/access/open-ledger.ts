import { inBackground } from '../../kit/store/background.ts'
import { Trouble } from '../../kit/store/trouble.ts'
import { Keys } from './keys.ts'
import { Ledger } from './ledger.ts'
import type { LedgerMemory } from './ledger-access.ts'
import type { LedgerBackend, LedgerOptions } from './ledger-backend.ts'

/** How often to read keys and plans again. */
const REFRESH_MS = 250
/** How often to drop expired state in memory. */
const SWEEP_MS = 1000
/** How often to delete expired idempotency keys from the store. */
const FORGET_PAID_MS = 60_000

/** A ledger whose keys and plans follow the store. */
export interface OpenLedger {
  readonly ledger: Ledger
  readonly memory: LedgerMemory
  /** Reads changes to keys and plans now. */
  refresh(): Promise<void>
  /** Closes the ledger. Rejects with a CommandFault if the debits of unfinished calls cannot be refunded. */
  close(): Promise<void>
}

/** Opens a ledger in this thread. Rejects with a CommandFault if the ledger cannot be used. */
export async function openLedger(options: LedgerOptions): Promise<OpenLedger> {
  return followedLedger(await backendOf(options), options)
}

/** Opens a ledger with this backend. Closing the ledger closes the backend too. */
export async function followedLedger(
  backend: LedgerBackend,
  options: Pick<LedgerOptions, 'clock' | 'log'>,
): Promise<OpenLedger> {
  const { plans, store, clock, background } = backend
  try {
    const keys = new Keys(backend.keys, plans, options.log)
    const memory = { changes: keys.changes, aheadMs: new Float64Array(new SharedArrayBuffer(8)) }
    const { path, log, consequence, afterwards } = background
    const ledger = new Ledger({ keys, store, clock, trouble: new Trouble(path, log, consequence, afterwards) })
    const refresh = async () => {
      memory.aheadMs[0] = clock.now() - options.clock.now()
      await keys.refresh()
    }
    await refresh()
    let forgottenMs = clock.now()
    const sweep = async () => {
      if (!(await ledger.sweep())) return // `sweep` has logged the failure
      await keys.storeRevocations()
      if (clock.now() - forgottenMs < FORGET_PAID_MS) return
      forgottenMs = clock.now()
      await backend.keys.query(FORGET_PAID, [forgottenMs])
    }
    const timers = [inBackground(refresh, REFRESH_MS, background), inBackground(sweep, SWEEP_MS, background)]
    const close = async () => {
      for (const timer of timers) clearInterval(timer)
      try {
        await ledger.close()
        await keys.storeRevocations()
      } finally {
        await store.close()
        await backend.keys.close()
      }
    }
    return { ledger, memory, refresh, close }
  } catch (error) {
    await store.close()
    await backend.keys.close()
    throw error
  }
}

const FORGET_PAID = 'DELETE FROM plat.paid WHERE until_ms <= $1'

/** Loads only the code of the backend that is used. */
async function backendOf(options: LedgerOptions): Promise<LedgerBackend> {
  const { database } = options
  if (database === undefined) return (await import('./embedded/open.ts')).openFolderLedger(options)
  return (await import('./postgres/open.ts')).openSharedLedger(database, options)
}
