import { workerData } from 'node:worker_threads'
import pg from 'pg'
import { copyIn } from './copy-in.ts'
import type { Order, Reply, SessionStart } from './session.ts'

/** Holds the connection of a `Session`, and does one thing after the other. */
const { url, port, signal } = workerData as SessionStart // what a Session passes

/** Whole numbers of eight bytes as numbers: those of the catalogue are below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

const client = new pg.Client({ connectionString: url, application_name: 'plat import', types })
const connected = client.connect()
connected.catch(() => {}) // told in reply to the first order
client.on('error', () => {}) // told in reply to the next one

async function run(order: Order): Promise<Reply> {
  try {
    await connected
    if (order.kind === 'query') {
      const { rows } = await client.query(order.text, [...order.values])
      return { rows }
    }
    if (order.kind === 'copy') await copyIn(client, order.text, order.lines)
    else await client.end()
    return { rows: [] }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

let before = Promise.resolve()
port.on('message', (order: Order) => {
  before = before.then(async () => {
    const reply = await run(order)
    port.postMessage(reply)
    Atomics.store(signal, 0, 1)
    Atomics.notify(signal, 0)
    if (order.kind === 'end') port.close()
  })
})
