import type { Leased, Told } from '../../src/guard/access/meter.ts'
import type { Database, Prepared } from '../../src/kit/postgres/database.ts'

/** A line of what a node tells. */
type Line = Told & { readonly key: string }

interface Bucket {
  fullAtMs: number
  missesFullAtMs: number
  shortUntilMs: number
  /** Holds for each node its calls, and until when. */
  leases: ReadonlyMap<number, readonly [calls: number, untilMs: number]>
}

/** Answers what nodes ask about rates as the database does, in memory: `plat.share_rates` told again. */
export class SimulatedRates implements Pick<Database, 'query'> {
  readonly #buckets = new Map<string, Bucket>()
  #nodes = 0
  /** Statements about rates that nodes have sent. */
  statements = 0
  isGone = false

  async query<Row extends object>({ name, values = [] }: Prepared): Promise<readonly Row[]> {
    if (this.isGone) throw new Error('gone')
    return this.#answer(name, values) as readonly Row[] // as the statement of that name answers
  }

  #answer(name: string, values: readonly unknown[]): readonly object[] {
    if (name === 'node') {
      this.#nodes += 1
      return [{ node: this.#nodes }]
    }
    if (name !== 'rates') return []
    this.statements += 1
    const [node, nowMs, lifeMs, told] = values as [number, number, number, string] // as shared-rates.ts sends them
    const lines = JSON.parse(told) as readonly Line[]
    return [{ answer: lines.map((line) => ({ key: line.key, ...this.#share(line, node, nowMs, lifeMs) })) }]
  }

  #share(line: Line, node: number, nowMs: number, lifeMs: number): Leased {
    const bucket = this.#buckets.get(line.key) ?? {
      fullAtMs: nowMs,
      missesFullAtMs: nowMs,
      shortUntilMs: 0,
      leases: new Map(),
    }
    this.#buckets.set(line.key, bucket)
    bucket.fullAtMs = Math.max(Math.min(bucket.fullAtMs, nowMs + line.emptyMs), line.takenMs) + line.requestsMs
    const owingMs = Math.min(bucket.missesFullAtMs, nowMs + 2 * line.missesEmptyMs)
    bucket.missesFullAtMs = Math.max(owingMs, line.takenMs) + line.missesMs
    const others = [...bucket.leases].filter(([other]) => other !== node)
    const live = others.filter(([, [, untilMs]]) => untilMs > nowMs)
    for (const [, [calls, untilMs]] of others.filter((each) => !live.includes(each)))
      bucket.fullAtMs = Math.max(bucket.fullAtMs, untilMs - lifeMs) + calls * line.intervalMs
    const elsewhere = live.reduce((sum, [, [calls]]) => sum + calls, 0)
    const left = Math.floor((nowMs + line.emptyMs - Math.max(bucket.fullAtMs, nowMs)) / line.intervalMs + 1e-6)
    const free = Math.max(0, left - elsewhere - line.kept)
    let given = Math.min(line.needed, free)
    if (given < line.needed) bucket.shortUntilMs = nowMs + 300
    const isShort = bucket.shortUntilMs > nowMs
    if (!isShort) given += Math.min(line.ahead, Math.floor((free - given) / 8))
    bucket.leases = new Map(line.kept + given > 0 ? [...live, [node, [line.kept + given, nowMs + lifeMs]]] : live)
    return { fullAtMs: bucket.fullAtMs, missesFullAtMs: bucket.missesFullAtMs, given, isShort }
  }
}
