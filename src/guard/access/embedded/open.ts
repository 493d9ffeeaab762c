import type { LedgerBackend, LedgerOptions } from '../ledger-backend.ts'
import { PlansFile } from '../plans-file.ts'
import { FileLedger } from './file-ledger.ts'
import { KeyFile } from './key-file.ts'
import { Revocations } from './revocations.ts'
import { ACCESS_FORMAT, openStore, storePath } from './store.ts'

/** Opens the keys and credits of a data folder. The calling process must own the folder. */
export function openFolderLedger({ dataDir, clock, log }: LedgerOptions): LedgerBackend {
  const path = storePath(dataDir)
  const credits = openStore(dataDir, false, true)
  const keys = openStore(dataDir, true, true)
  keys.exec('PRAGMA busy_timeout = 0') // the ledger retries writes, so it must not block calls by waiting
  try {
    const consequence = 'Until then, calls that cost credits get a 503.'
    return {
      keys: new KeyFile(keys, path, new Revocations(dataDir)),
      plans: new PlansFile(dataDir, log),
      store: new FileLedger(credits, path),
      clock,
      background: { path, names: ACCESS_FORMAT, log, consequence },
    }
  } catch (error) {
    keys.close()
    credits.close()
    throw error
  }
}
