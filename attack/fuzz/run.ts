import { Caller } from '../caller.ts'
import { whyOf } from '../harness.ts'
import { wrongWith } from './judge.ts'
import type { FuzzRequest } from './requests.ts'

/** Number of connections. With several connections, the service is busy while this program checks an answer. */
const CONNECTIONS = 8

/** A call that takes longer than this (in milliseconds) counts as hanging. */
const HANG_MS = 20_000

/** A request with its number. The number and the seed are enough to make the request again. */
export interface Numbered extends FuzzRequest {
  readonly number: number
}

export interface Ran {
  /** Number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Requests that took longer than `slowMs`, perhaps because of other programs. */
  readonly slow: readonly Numbered[]
  readonly slowestMs: number
}

interface RunParts {
  readonly port: number
  readonly requests: { at(number: number): FuzzRequest }
  readonly from: number
  readonly until: number
  readonly slowMs: number
  readonly endMs: number
}

/** Sends requests `from` … `until`. Rejects with the first request whose answer is wrong. */
export async function run({ port, requests, from, until, slowMs, endMs }: RunParts): Promise<Ran> {
  const statuses = new Map<number, number>()
  const slow: Numbered[] = []
  let slowestMs = 0
  let next = from
  const connection = async () => {
    const asker = new Asker(port)
    try {
      while (next < until && performance.now() < endMs) {
        const number = next++
        const request = { number, ...requests.at(number) }
        const { status, tookMs } = await asker.ask(request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        slowestMs = Math.max(slowestMs, tookMs)
        if (tookMs > slowMs) slow.push(request)
      }
    } finally {
      asker.close()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return { statuses, slow, slowestMs }
}

/** A connection that reconnects after the service closes it. The service must announce the close in an answer. */
export class Asker {
  readonly #port: number
  #caller: Caller | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** Sends a request. If the answer is wrong or missing, rejects with a description of the request. */
  async ask(request: Numbered): Promise<{ readonly status: number; readonly tookMs: number }> {
    const { method, bytes } = request
    const caller = this.#caller?.open ? this.#caller : await Caller.open(this.#port)
    this.#caller = caller
    const startMs = performance.now()
    const hang = setTimeout(() => caller.close(), HANG_MS)
    try {
      const answer = await caller.send(bytes, method !== 'HEAD')
      const tookMs = performance.now() - startMs
      const wrong = (request.wrongWith ?? wrongWith)(answer, method)
      if (wrong !== undefined) throw new Error(wrong)
      if (answer.closes) {
        caller.close()
        this.#caller = undefined
      }
      return { status: answer.status, tookMs }
    } catch (error) {
      throw new Error(`${described(request)}: ${whyOf(error)}`, { cause: error })
    } finally {
      clearTimeout(hang)
    }
  }

  close(): void {
    this.#caller?.close()
  }
}

const SHOWN_BYTES = 5000

/** Describes a request by its number and its first bytes. */
export function described({ number, bytes }: Numbered): string {
  return `request ${number}, ${JSON.stringify(bytes.toString('latin1', 0, SHOWN_BYTES))}`
}
