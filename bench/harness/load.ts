import { setImmediate as immediate } from 'node:timers/promises'
import { arrivals } from './arrivals.ts'
import { type Answered, LoadConnection } from './load-connection.ts'
import { answerQuestions } from './pinned.ts'
import { quantile } from './timing.ts'

export interface LoadOrder {
  readonly port: number
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  /**
   * Minimum duration in seconds: all paths are requested again and again until then. With `endsInPass`, the load may
   * end before all paths have been repeated.
   */
  readonly seconds: number
  readonly endsInPass?: boolean
  /**
   * Sends requests at random times with this average rate, even if earlier requests are unanswered. Sends as many
   * requests as fit into the duration, or each path once if the duration is 0. If undefined, each connection sends its
   * next request after an answer.
   */
  readonly open?: { readonly perSecond: number; readonly seed: number }
  /** Gives each request its own `x-request-id`, with which a client could repeat the call for free. */
  readonly named?: boolean
  /** A JSON body that is posted to each path. */
  readonly body?: string
}

/** The times of the answers that have one status. */
export interface Times {
  readonly calls: number
  readonly perSecond: number
  readonly medianMs: number
}

export interface LoadReport {
  readonly requests: number
  readonly seconds: number
  /** Answers by status. */
  readonly answers: Readonly<Record<string, Times>>
  /** How many answers had a status other than 200. */
  readonly failures: number
  /** How many 503 answers had no `Retry-After`. */
  readonly withoutRetryAfter: number
  /** Milliseconds from the time at which a request should be sent to the end of its answer. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Size of the latest answer to each path, in bytes. */
  readonly sizes: Uint32Array
}

export interface Load {
  run(order: LoadOrder): Promise<LoadReport>
}

export function rateOf({ requests, seconds }: LoadReport): number {
  return requests / seconds
}

/** A running load: its connections, its encoded requests, and the answers so far. */
class Running {
  readonly order: LoadOrder
  readonly #requests: readonly Uint8Array[]
  readonly #startMs = performance.now()
  readonly #times = new Map<number, number[]>()
  readonly #sizes: Uint32Array
  #named = 0
  #withoutRetryAfter = 0

  constructor(order: LoadOrder) {
    this.order = order
    this.#requests = order.paths.map((path) => requestBytes(path, order.headers, order.body))
    this.#sizes = new Uint32Array(order.paths.length)
  }

  elapsedS(): number {
    return (performance.now() - this.#startMs) / 1000
  }

  async ask(connection: LoadConnection, place: number, dueMs = performance.now()): Promise<void> {
    const { status, head, bytes }: Answered = await connection.ask(this.#requestAt(place))
    const times = this.#times.get(status) ?? []
    this.#times.set(status, times)
    times.push(performance.now() - dueMs)
    this.#sizes[place] = bytes
    if (status === 503 && !/\r\nretry-after: \d/i.test(head)) this.#withoutRetryAfter += 1
  }

  #requestAt(place: number): Uint8Array {
    const { paths, headers, named, body } = this.order
    if (!named) return this.#requests[place] as Uint8Array // the index is in range
    return requestBytes(paths[place] ?? '/', { ...headers, 'x-request-id': `${process.pid}-${this.#named++}` }, body)
  }

  report(): LoadReport {
    const seconds = this.elapsedS()
    const times = [...this.#times.values()].flat()
    const answers = Array.from(this.#times, ([status, of]): [number, Times] => [
      status,
      { calls: of.length, perSecond: of.length / seconds, medianMs: quantile(of, 0.5) },
    ])
    return {
      requests: times.length,
      seconds,
      answers: Object.fromEntries(answers),
      failures: times.length - (this.#times.get(200)?.length ?? 0),
      withoutRetryAfter: this.#withoutRetryAfter,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      sizes: this.#sizes,
    }
  }
}

async function run(order: LoadOrder): Promise<LoadReport> {
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => LoadConnection.open(order.port)),
  )
  const running = new Running(order)
  try {
    if (order.open) await atMoments(running, connections, order.open)
    else await inPasses(running, connections)
  } finally {
    for (const connection of connections) connection.close()
  }
  return running.report()
}

/** Sends all paths again and again, spread over the connections. */
async function inPasses(running: Running, connections: readonly LoadConnection[]): Promise<void> {
  const { paths, seconds, endsInPass } = running.order
  let sent = 0
  let isOver = false
  const drive = async (connection: LoadConnection) => {
    for (;;) {
      const place = sent % paths.length
      isOver ||= (endsInPass || place === 0) && sent > 0 && running.elapsedS() >= seconds
      if (isOver) return
      sent++
      await running.ask(connection, place)
    }
  }
  await Promise.all(connections.map(drive))
}

/**
 * Sends the paths in order, at random times that were drawn before. If no connection is free, the request waits, and
 * the waiting time counts. Polls in a loop, because timers are too coarse for thousands of requests per second.
 */
async function atMoments(
  running: Running,
  connections: readonly LoadConnection[],
  { perSecond, seed }: NonNullable<LoadOrder['open']>,
): Promise<void> {
  const free = [...connections]
  const startMs = performance.now()
  const pending: Promise<unknown>[] = []
  const { paths, seconds } = running.order
  const count = seconds === 0 ? paths.length : Math.round(perSecond * seconds)
  for (const [sent, afterMs] of arrivals(count, perSecond, seed).entries()) {
    while (free.length === 0 || performance.now() < startMs + afterMs) await immediate()
    const connection = free.pop() as LoadConnection // the loop has waited for a free connection
    pending.push(running.ask(connection, sent % paths.length, startMs + afterMs).then(() => free.push(connection)))
  }
  await Promise.all(pending)
}

function requestBytes(path: string, headers: Readonly<Record<string, string>>, body?: string): Uint8Array {
  const sized = body === undefined ? {} : { ...JSON_SENT, 'content-length': String(Buffer.byteLength(body)) }
  const all = Object.entries({ host: '127.0.0.1', ...headers, ...sized })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

const JSON_SENT = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

answerQuestions({ run } satisfies Load)
