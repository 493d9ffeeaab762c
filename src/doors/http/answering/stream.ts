import type { ServerResponse } from 'node:http'
import { creditsForRows, rowsPerCreditOf } from '../../../guard/access/index.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import type { EventPage } from '../../../service/operations/operation.ts'
import { faultOf, problemOf } from '../content/failure.ts'
import type { Reply } from '../content/reply.ts'
import { admit } from './admit.ts'
import type { Reader } from './reader.ts'
import { granted } from './respond.ts'

/** Milliseconds between heartbeats of a silent stream. Without heartbeats, proxies would close the connection. */
const HEARTBEAT_MS = 15_000

/** A comment line of Server-Sent Events. Clients ignore it. */
const HEARTBEAT = ': nothing new\n\n'

/**
 * Streams changes as Server-Sent Events. The id of an event is a cursor: a client that reconnects with it misses no
 * event. Invalid requests are refused before the stream begins.
 */
export async function streamOf(reader: Reader): Promise<Reply> {
  const { call, service, requestContext } = reader
  const last = call.headers['last-event-id']?.toString()
  if (last !== undefined && last !== '') reader.goOnBehind(last)
  const first = await reader.next() // 400, 410
  service.whenOver(call, service.streams.enter(requestContext.account.keyId)) // 429, 503
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: undefined, stream: (response) => sendOn(response, first, reader) }
}

async function sendOn(response: ServerResponse, first: EventPage, reader: Reader): Promise<void> {
  const { call, service } = reader
  try {
    await sendAll(response, first, reader)
  } catch (error) {
    const problem = problemOf(faultOf(error, call, service.log), call.requestId)
    response.write(`event: error\ndata: ${JSON.stringify(problem)}\n\n`)
  }
  response.end()
}

async function sendAll(response: ServerResponse, first: EventPage, reader: Reader): Promise<void> {
  const payment = new RowPayment(reader)
  const admission = new Admission(reader)
  for (let page = first; !reader.hasEnded; page = await reader.next()) {
    await payment.pay(page.events.length)
    await send(response, framesOf(page), reader)
    await admission.renew()
    await nextSlot() // lets other calls run if the client reads fast
    while (!page.more && !reader.hasEnded) {
      if (await reader.changed(HEARTBEAT_MS)) break
      await send(response, HEARTBEAT, reader)
      await admission.renew()
    }
  }
}

/** Repeats the key check of an open stream, because the key may be revoked or get another plan. */
class Admission {
  readonly #reader: Reader
  #sinceMs = performance.now()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /**
   * Checks the key again if the last check was at least `HEARTBEAT_MS` ago. Throws a Fault with status 401 or 403 if
   * the key may no longer read the stream.
   */
  async renew(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs - this.#sinceMs < HEARTBEAT_MS) return
    this.#sinceMs = nowMs
    const { call, service, requestContext } = this.#reader
    await admit(call, service, requestContext) // 401, 403
  }
}

/**
 * Returns the stream messages of a page: one per event. If events at the end were skipped, adds a message without data
 * that moves the cursor.
 */
function framesOf({ events, next }: EventPage): string {
  const frames = events.map((event) => `id: ${event.cursor}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`)
  return `${frames.join('')}${events.at(-1)?.cursor === next ? '' : `id: ${next}\n\n`}`
}

/** Charges for the rows of a stream in advance. When the paid rows are used up, debits the next credit. */
class RowPayment {
  readonly #reader: Reader
  #covered = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Pays for rows. Throws a Fault with status 402 or 503 if the key cannot pay. */
  async pay(rows: number): Promise<void> {
    const { route, requestContext } = this.#reader
    const { access, account } = requestContext
    if (rows > this.#covered) {
      const credits = creditsForRows(account.plan, rows - this.#covered)
      const debit = granted(await access.debit(account, { operation: route.path, credits }))
      requestContext.credits += (await access.settle(debit)).credits
      this.#covered += credits * rowsPerCreditOf(account.plan)
    }
    this.#covered -= rows
  }
}

/** Sends text, and resolves when the client can take more. Disconnects a client that takes too long. */
async function send(response: ServerResponse, text: string, { service }: Reader): Promise<void> {
  if (text === '' || response.destroyed || response.write(text)) return
  const { socket } = response
  const over = socket === null ? undefined : service.connections.send(socket, text)
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
    if (response.destroyed) done()
  })
  over?.()
}
