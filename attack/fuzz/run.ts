import { Caller } from '../caller.ts'
import { whyOf } from '../harness.ts'
import { wrongWith } from './judge.ts'
import type { FuzzRequest } from './requests.ts'

/** Several, so that the service always has something to do while an answer is judged. */
const CONNECTIONS = 8

/** A call that takes longer than this never ends. */
const HANG_MS = 20_000

/** A request and its number, which the seed makes it again from. */
export interface Numbered extends FuzzRequest {
  readonly number: number
}

export interface Ran {
  /** By status, how many answers. */
  readonly statuses: ReadonlyMap<number, number>
  /** Those that took longer than was asked for, with its milliseconds: the machine may be the reason. */
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

/** Asks the requests of a range, and rejects with the first whose answer is not as it must be. */
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

/** A connection, opened again when the service closes it as announced. */
export class Asker {
  readonly #port: number
  #caller: Caller | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** Rejects, naming the request, when its answer is wrong or does not come. */
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
      throw new Error(`${told(request)}: ${whyOf(error)}`, { cause: error })
    } finally {
      clearTimeout(hang)
    }
  }

  close(): void {
    this.#caller?.close()
  }
}

const TOLD_BYTES = 5000

/** A request as its number and its bytes, or the first of them. */
export function told({ number, bytes }: Numbered): string {
  return `request ${number}, ${JSON.stringify(bytes.toString('latin1', 0, TOLD_BYTES))}`
}
