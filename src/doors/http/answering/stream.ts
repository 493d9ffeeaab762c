import type { ServerResponse } from 'node:http'
import { creditsForRows, rowsPerCreditOf } from '../../../guard/access/index.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import type { EventPage } from '../../../service/operations/operation.ts'
import { faultOf, problemOf } from '../content/failure.ts'
import type { Reply } from '../content/reply.ts'
import { accountOf } from './admit.ts'
import type { Reader } from './reader.ts'
import { granted } from './respond.ts'

/** A stream is silent for so long at most: proxies close connections that are silent for longer. */
const HEARTBEAT_MS = 15_000

/** A comment, which readers pass over. */
const HEARTBEAT = ': nothing new\n\n'

/**
 * Sends on what happens, as Server-Sent Events: each has its cursor as its id, from which a reader goes on that comes
 * back. What cannot be read is refused before anything is sent.
 */
export async function streamOf(reader: Reader): Promise<Reply> {
  const { call, service, visit } = reader
  const last = call.headers['last-event-id']?.toString()
  if (last !== undefined && last !== '') reader.goOnBehind(last)
  const first = await reader.next() // 400, 410
  service.whenOver(call, service.streams.enter(visit.account.keyId)) // 429, 503
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
  const payer = new RowsPaid(reader)
  const admission = new Admission(reader)
  for (let page = first; !reader.hasEnded; page = await reader.next()) {
    await payer.pay(page.events.length)
    await send(response, framesOf(page), reader)
    await admission.renew()
    await nextSlot() // a reader who takes pages at once would have the thread for itself
    while (!page.more && !reader.hasEnded) {
      if (await reader.changed(HEARTBEAT_MS)) break
      await send(response, HEARTBEAT, reader)
      await admission.renew()
    }
  }
}

/** A key may be revoked, or get another plan, while its stream is open. */
class Admission {
  readonly #reader: Reader
  #sinceMs = performance.now()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Looks at the key once more where that was long ago; throws a Fault of status 401 or 403 where it is not let in. */
  async renew(): Promise<void> {
    const nowMs = performance.now()
    if (nowMs - this.#sinceMs < HEARTBEAT_MS) return
    this.#sinceMs = nowMs
    const { call, service, visit } = this.#reader
    Object.assign(visit, { account: await accountOf(call, service, visit.access) })
  }
}

/** Each event is a message. Where others were passed over, a message without data moves the reader on. */
function framesOf({ events, next }: EventPage): string {
  const frames = events.map((event) => `id: ${event.cursor}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`)
  return `${frames.join('')}${events.at(-1)?.cursor === next ? '' : `id: ${next}\n\n`}`
}

/** Pays for the rows of a stream a credit at a time, and for the next when those that one covers are sent. */
class RowsPaid {
  readonly #reader: Reader
  #covered = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Throws a Fault of status 402 or 503 where they cannot be paid for. */
  async pay(rows: number): Promise<void> {
    const { route, visit } = this.#reader
    const { access, account } = visit
    if (rows > this.#covered) {
      const credits = creditsForRows(account.plan, rows - this.#covered)
      const debit = granted(await access.debit(account, { operation: route.path, credits }))
      visit.credits += (await access.settle(debit)).credits
      this.#covered += credits * rowsPerCreditOf(account.plan)
    }
    this.#covered -= rows
  }
}

/** Resolves once the reader can take more: until then nothing else is read for it, and who takes too long is cut off. */
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
