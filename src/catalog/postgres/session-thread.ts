import { connect as connectTo } from 'node:net'
import type pg from 'pg'
import { databaseName } from '../../kit/postgres/database.ts'
import { databaseFault } from '../../kit/postgres/faults.ts'
import { storableValue } from '../../kit/postgres/storable.ts'
import { answerBlocked } from '../../kit/threads/blocking-thread.ts'
import type { Order, Row } from './session.ts'

/** Time limit for connecting. */
const CONNECT_MS = 10_000
/** Idle time after which the system checks whether the connection still works. */
const KEEP_ALIVE_MS = 10_000

/**
 * Milliseconds between two keep-alive messages. A server ends a transaction after a minute without a message; see
 * `writer-lock.ts`.
 */
const ALIVE_MS = 10_000

/** The database's name in error messages. */
let name = 'of the catalog'
/** Why the server ended the connection between two commands. The next command throws this error. */
let lost: Error | undefined
/** The current session's connection. Sessions take turns on this thread. */
let connected: Promise<pg.Client>

async function connect(url: string): Promise<pg.Client> {
  const { default: loaded } = await import('pg')
  const { builtins, getTypeParser } = loaded.types
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'plat import',
    options: '-c jit=off', // compiling takes longer than nearly every statement of an import
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Eight-byte integers become numbers, since all integers in the catalog are below 2^53.
    types: { getTypeParser: (oid, format) => (oid === builtins.INT8 ? Number : getTypeParser(oid, format)) },
  }
  name = databaseName(() => new loaded.Client(config), url)
  const client = new loaded.Client(config)
  client.on('error', (error) => {
    lost ??= error
  })
  await client.connect()
  giveSignsOfLife(client)
  return client
}

/**
 * Sends messages regularly, so that the server knows that this process is running even if it sends no statement for
 * long.
 */
function giveSignsOfLife(client: pg.Client): void {
  let isAsking = false
  const ask = async () => {
    if (isAsking) return // a statement that is still running shows that the process is, too
    isAsking = true
    await client.query('SELECT').catch((error: { severity?: unknown } & Error) => {
      if (error.severity === 'FATAL') lost ??= error // a command of the transaction reports other errors
    })
    isAsking = false
  }
  const asking = setInterval(() => void ask(), ALIVE_MS).unref()
  client.once('end', () => clearInterval(asking))
}

async function run(order: Exclude<Order, { kind: 'cancel' }>): Promise<readonly Row[] | undefined> {
  if (order.kind === 'connect') {
    lost = undefined
    connected = connect(order.url)
    connected.catch(() => {}) // the next command reports the error
    return undefined
  }
  try {
    const client = await connected
    if (order.kind === 'query') return (await client.query(order.text, order.values.map(storableValue))).rows
    if (order.kind === 'copy') await copyIn(client, order.text, order.lines)
    else await client.end()
    return undefined
  } catch (error) {
    throw databaseFault(lost ?? error, name) ?? error
  }
}

/**
 * Asks the server, over a separate connection, to end the running statement. The statement's result then shows whether
 * it ended. Such a request needs neither TLS nor a password, because it contains the connection's secret.
 */
async function cancel(): Promise<void> {
  const { host, port: at, processID, secretKey } = (await connected) as Cancellable
  const request = Buffer.alloc(CANCEL_BYTES)
  for (const [i, value] of [CANCEL_BYTES, CANCEL_CODE, processID, secretKey].entries())
    request.writeInt32BE(value, 4 * i)
  const socket = host.startsWith('/') ? connectTo(`${host}/.s.PGSQL.${at}`) : connectTo(at, host)
  socket.on('error', () => {}) // ignored: the caller does not wait long for an answer
  socket.end(request)
}

/** Length of a cancel request in PostgreSQL's protocol. */
const CANCEL_BYTES = 16
/** Code of a cancel request in PostgreSQL's protocol. */
const CANCEL_CODE = 80_877_102

/** The types of `pg` lack these properties. */
interface Cancellable extends pg.Client {
  readonly processID: number
  readonly secretKey: number
}

answerBlocked(run, {
  urgent: () => {
    cancel().catch(() => {}) // without a connection, no statement is running
  },
})

/** The types of `pg` lack these methods. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
}

/** Bytes per message. The server reads a message while the next one is being sent. */
const CHUNK_BYTES = 1 << 16

/** Sends lines with `COPY … FROM STDIN`. Resolves when the server has stored all lines. */
function copyIn(client: pg.Client, text: string, lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed: Error | undefined
    const copy = {
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        const bytes = Buffer.from(lines)
        for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
          connection.sendCopyFromChunk(bytes.subarray(from, from + CHUNK_BYTES))
        connection.endCopyFrom()
      },
      handleError(error: Error) {
        failed = error
        reject(error)
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        if (failed === undefined) resolve()
      },
    }
    client.query(copy as unknown as pg.Submittable) // has the methods that `pg` calls, which are not in its types
  })
}
