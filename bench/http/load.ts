import { answerQuestions } from '../pinned.ts'
import { quantile } from '../timing.ts'
import { arrivals } from './arrivals.ts'
import { type Answered, LoadConnection } from './load-connection.ts'

export interface LoadOrder {
  readonly port: number
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  /** After this time no other pass over the paths begins; one pass is always made. */
  readonly seconds: number
}

/** Each path once, whether the answers keep up or not. */
export interface OpenOrder extends Omit<LoadOrder, 'seconds'> {
  /** Requests a second on average; like those of callers who know nothing of each other, they come at any moment. */
  readonly perSecond: number
  readonly seed: number
}

export interface LoadReport {
  readonly requests: number
  readonly seconds: number
  readonly bodyBytes: number
  /** Answers other than 200. */
  readonly failures: number
  /** Share of its core that making the load took. */
  readonly busy: number
  /** Milliseconds from the moment when a request was due until its whole answer had come. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Bytes of the latest answer to each path. */
  readonly sizes: Uint32Array
}

export interface Load {
  run(order: LoadOrder): Promise<LoadReport>
  runOpen(order: OpenOrder): Promise<LoadReport>
}

/** What is noted down while a load runs. */
class Notes {
  readonly #startMs = performance.now()
  readonly #cpu = process.cpuUsage()
  readonly #times: number[] = []
  readonly #sizes: Uint32Array
  #bodyBytes = 0
  #failures = 0

  constructor(paths: number) {
    this.#sizes = new Uint32Array(paths)
  }

  elapsedS(): number {
    return (performance.now() - this.#startMs) / 1000
  }

  add(place: number, dueMs: number, { status, bytes }: Answered): void {
    this.#times.push(performance.now() - dueMs)
    this.#sizes[place] = bytes
    this.#bodyBytes += bytes
    this.#failures += Number(status !== 200)
  }

  report(): LoadReport {
    const seconds = this.elapsedS()
    const { user, system } = process.cpuUsage(this.#cpu)
    return {
      requests: this.#times.length,
      seconds,
      bodyBytes: this.#bodyBytes,
      failures: this.#failures,
      busy: (user + system) / 1e6 / seconds,
      p50Ms: quantile(this.#times, 0.5),
      p99Ms: quantile(this.#times, 0.99),
      sizes: this.#sizes,
    }
  }
}

/** Sends each path equally often: whole passes over all of them, spread over the connections. */
async function run({ port, paths, headers, connections, seconds }: LoadOrder): Promise<LoadReport> {
  const requests = paths.map((path) => requestBytes(path, headers))
  const open = await openAll(port, connections)
  const notes = new Notes(paths.length)
  let sent = 0
  let isOver = false
  /** The place of the next path, until a pass ends after the time. */
  const next = (): number | undefined => {
    const place = sent % requests.length
    isOver ||= place === 0 && sent > 0 && notes.elapsedS() >= seconds
    if (isOver) return undefined
    sent++
    return place
  }
  const drive = (connection: LoadConnection) =>
    new Promise<void>((resolve, reject) => {
      const step = () => {
        const place = next()
        if (place === undefined) return resolve()
        const sentMs = performance.now()
        const answered = (answer: Answered) => {
          notes.add(place, sentMs, answer)
          step()
        }
        connection.send(requests[place] as Uint8Array, answered, reject) // a place of a path
      }
      step()
    })
  try {
    await Promise.all(open.map(drive))
  } finally {
    for (const connection of open) connection.close()
  }
  return notes.report()
}

/**
 * Sends each path once, at random moments that are drawn beforehand. What finds no connection free waits, and its time
 * runs. Timers are too coarse for thousands of requests a second, so this spins.
 */
async function runOpen({ port, paths, headers, connections, perSecond, seed }: OpenOrder): Promise<LoadReport> {
  const requests = paths.map((path) => requestBytes(path, headers))
  const open = await openAll(port, connections)
  const free = [...open]
  const notes = new Notes(paths.length)
  const startMs = performance.now()
  const due = arrivals(requests.length, perSecond, seed).map((ms) => startMs + ms)
  try {
    await new Promise<void>((resolve, reject) => {
      let sent = 0
      let answers = 0
      const fail = (error: Error) => {
        answers = requests.length // nothing more is sent
        reject(error)
      }
      const send = () => {
        while (sent < requests.length && free.length > 0 && (due[sent] ?? 0) <= performance.now()) {
          const place = sent++
          const connection = free.pop() as LoadConnection // there is one
          const answered = (answer: Answered) => {
            notes.add(place, due[place] ?? startMs, answer)
            free.push(connection)
            if (++answers === requests.length) resolve()
          }
          connection.send(requests[place] as Uint8Array, answered, fail) // a place of a path
        }
        if (answers < requests.length) setImmediate(send)
      }
      send()
    })
  } finally {
    for (const connection of open) connection.close()
  }
  return notes.report()
}

function openAll(port: number, connections: number): Promise<LoadConnection[]> {
  return Promise.all(Array.from({ length: connections }, () => LoadConnection.open(port)))
}

function requestBytes(path: string, headers: Readonly<Record<string, string>>): Uint8Array {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

answerQuestions({ run, runOpen } satisfies Load)
