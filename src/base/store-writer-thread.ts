import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { CommandFault } from './failure.ts'
import { guarded, type StoreNames } from './store-fault.ts'
import { inTransaction } from './store-folder.ts'
import { type Change, LOCK_WAIT_MS } from './store-writer.ts'

/** What the thread is started with. */
export interface WriterStart {
  readonly path: string
  readonly names: StoreNames
  readonly durable: boolean
}

/** undefined: all of it is on file. */
export type WriteReply = { readonly message: string; readonly exitCode: number | undefined } | undefined

/** Writes what it is sent, a message in a transaction, and answers each; ends when it is sent nothing. */
function serve({ path, names, durable }: WriterStart, port: MessagePort): void {
  let store: DatabaseSync | undefined
  const statements = new Map<string, StatementSync>()

  // The store was checked by whoever opened it, and its file is open elsewhere in this process: it is left to SQLite
  // alone.
  const open = (): DatabaseSync => {
    const opened = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
    opened.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    return opened
  }
  const prepared = (opened: DatabaseSync, sql: string): StatementSync => {
    const known = statements.get(sql) ?? opened.prepare(sql)
    statements.set(sql, known)
    return known
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
