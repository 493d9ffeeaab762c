import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { CommandFault } from '../base/failure.ts'
import { guarded } from './store-fault.ts'
import { inTransaction } from './store-folder.ts'
import { type Change, LOCK_WAIT_MS, type WriteReply, type WriterStart } from './store-orders.ts'

/** Writes each message that it gets in a transaction and replies to it. A message without changes ends the thread. */
function serve({ path, names, durable }: WriterStart, port: MessagePort): void {
  let store: DatabaseSync | undefined
  const statements = new Map<string, StatementSync>()

  // The opener of the store has checked it, and its file is open elsewhere in this process, so only SQLite touches it.
  const open = (): DatabaseSync => {
    const opened = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
    opened.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    return opened
  }
  const prepared = (opened: DatabaseSync, sql: string): StatementSync => {
    const statement = statements.get(sql) ?? opened.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const write = (changes: readonly Change[]): void => {
    store ??= open()
    const opened = store
    inTransaction(opened, () => {
      for (const { sql, rows } of changes) {
        const statement = prepared(opened, sql)
        for (const row of rows) statement.run(...row)
      }
    })
  }

  port.on('message', (changes: readonly Change[] | undefined) => {
    if (changes === undefined) {
      store?.close()
      port.close()
      return
    }
    let reply: WriteReply
    try {
      guarded(path, names, () => write(changes))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      reply = { message, exitCode: error instanceof CommandFault ? error.exitCode : undefined }
    }
    port.postMessage(reply)
  })
}

if (parentPort !== null) serve(workerData as WriterStart, parentPort) // as store-writer.ts starts it
