import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { lineToStarter, startData } from '../threads/thread.ts'
import { guarded } from './store-fault.ts'
import { inTransaction } from './store-folder.ts'
import { type Change, LOCK_WAIT_MS, type WriterStart } from './store-orders.ts'

/** Entry of the thread that writes a store: each list of changes in a transaction. No list closes the store. */
const { path, names, durable } = startData() as WriterStart // as store-writer.ts starts it
const statements = new Map<string, StatementSync>()
let store: DatabaseSync | undefined

/** The opener of the store has checked it, and its file is open elsewhere in this process, so only SQLite touches it. */
function open(): DatabaseSync {
  const opened = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
  opened.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
  return opened
}

function write(changes: readonly Change[]): void {
  const opened = store ?? open()
  store = opened
  inTransaction(opened, () => {
    for (const { sql, rows } of changes) {
      const statement = statements.get(sql) ?? opened.prepare(sql)
      statements.set(sql, statement)
      for (const row of rows) statement.run(...row)
    }
  })
}

lineToStarter((changes: readonly Change[] | undefined) => {
  if (changes === undefined) store?.close()
  else guarded(path, names, () => write(changes))
})
