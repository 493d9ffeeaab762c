import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { lineToStarter, startData } from '../threads/thread.ts'
import { guarded } from './store-fault.ts'
import { inTransaction } from './store-folder.ts'
import { type Change, LOCK_WAIT_MS, type WriterStart } from './store-orders.ts'

/**
 * Main module of the thread that writes a store. Each list of changes is one transaction. Undefined closes the store.
 */
const { path, names, durable } = startData() as WriterStart // store-writer.ts starts it with this data
const statements = new Map<string, StatementSync>()
let store: DatabaseSync | undefined

/**
 * Opens the store without a check, because its opener has checked it. The file is open elsewhere in this process, so
 * only SQLite may touch it.
 */
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
