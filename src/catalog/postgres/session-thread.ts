import { connect as connectTo } from 'node:net'
import type pg from 'pg'
import { databaseName } from '../../kit/postgres/database.ts'
import { databaseFault } from '../../kit/postgres/faults.ts'
import { storableValue } from '../../kit/postgres/storable.ts'
import { answerBlocked } from '../../kit/threads/blocking-thread.ts'
import { startData } from '../../kit/threads/thread.ts'
import type { Order, Row, SessionStart } from './session.ts'

/** Holds the connection of a `Session`, and does one thing after the other. */
const { url } = startData() as SessionStart // as session.ts starts it

/** How long the server may take to accept the connection, and how soon one that is gone is missed. */
const CONNECT_MS = 10_000
const KEEP_ALIVE_MS = 10_000

/** Time between two signs of life; a transaction without any is given up after a minute, see `writer-lock.ts`. */
const ALIVE_MS = 10_000

/** For sentences. */
let name = 'of the catalogue'
/** Why the connection is gone, where the server said it between two orders. The next order tells. */
let lost: Error | undefined

async function connect(): Promise<pg.Client> {
  const { default: loaded } = await import('pg')
  const { builtins, getTypeParser } = loaded.types
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'plat import',
    options: '-c jit=off', // compiling takes longer than nearly every statement of an import
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // whole numbers of eight bytes as numbers: those of the catalog are below 2^53
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

/** Tells the server now and then that this process goes on, however long it does without a statement. */
function giveSignsOfLife(client: pg.Client): void {
  let isAsking = false
  const ask = async () => {
    if (isAsking) return // a statement takes long, and shows that the process goes on
    isAsking = true
    await client.query('SELECT').catch((error: { severity?: unknown } & Error) => {
      if (error.severity === 'FATAL') lost ??= error // others are of the transaction, whose orders are told
    })
    isAsking = false
  }
  setInterval(() => void ask(), ALIVE_MS).unref()
}

const connected = connect()
connected.catch(() => {}) // told by the first order

async function run(order: Exclude<Order, { kind: 'cancel' }>): Promise<readonly Row[] | undefined> {
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
 * Asks the server, over a connection of its own, to end the statement that runs. The
 * statement tells whether it does. It needs neither TLS nor a password; the key is the connection's secret.
 */
async function cancel(): Promise<void> {
  const { host, port: at, processID, secretKey } = (await connected) as Cancellable
  const request = Buffer.alloc(CANCEL_BYTES)
  for (const [i, value] of [CANCEL_BYTES, CANCEL_CODE, processID, secretKey].entries())
    request.writeInt32BE(value, 4 * i)
  const socket = host.startsWith('/') ? connectTo(`${host}/.s.PGSQL.${at}`) : connectTo(at, host)
  socket.on('error', () => {}) // who has asked waits no longer than a moment
  socket.end(request)
}

/** The length and code of a cancel request in the protocol of PostgreSQL. */
const CANCEL_BYTES = 16
const CANCEL_CODE = 80_877_102

/** The types of `pg` leave these properties out. */
interface Cancellable extends pg.Client {
  readonly processID: number
  readonly secretKey: number
}

answerBlocked(run, () => {
  cancel().catch(() => {}) // without a connection there is nothing to end
})

/** The types of `pg` leave these methods out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
}

/** Bytes per message: a server reads the next one while this one is on its way. */
const CHUNK_BYTES = 1 << 16

/** Sends lines with `COPY … FROM STDIN`; resolves once the server has taken them all. */
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
    client.query(copy as unknown as pg.Submittable) // its other methods are called, though the types do not name them
  })
}
