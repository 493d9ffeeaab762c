import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow } from '../../../base/row-sum.ts'
import { Estimator } from '../../../estimator/estimator.ts'
import { COUNTRY, type StoredMarket, type ValueKind } from '../../estimator-lookup.ts'

/** The table of estimators. */
export const ESTIMATORS = 'estimator'

/** No bytes: too few sales. `backtest` is empty but for the newest estimator of a market. */
export type EstimatorRow = readonly [
  market: string,
  kind: ValueKind,
  day: number,
  sales: number,
  bytes: Uint8Array,
  backtest: Uint8Array,
]

/** An estimator takes some hundred kilobytes: enough for the charts of some states. */
const MAX_KEPT = 64

interface Listed extends StoredMarket {
  /** Two with the same key hold the same bytes. */
  readonly key: string
}

/** Reads the estimators of one state of a catalogue. Each is decoded when it is first asked for, and kept. */
export class EstimatorReader {
  readonly #list: readonly Listed[]
  readonly #row: StatementSync
  readonly #kept = new Map<string, Estimator>()

  /** @param before Of an earlier state of the same file: what it has decoded is kept. */
  constructor(database: DatabaseSync, before?: EstimatorReader) {
    const rows = database.prepare(
      `SELECT market, kind, day, sales, length(bytes) > 0 AS trained, sum FROM ${ESTIMATORS} ORDER BY market, kind, day`,
    )
    this.#list = rows.all().map(({ market, kind, day, sales, trained, sum }) => ({
      market: String(market),
      kind: kind as ValueKind, // as it was written
      day: Number(day),
      sales: Number(sales),
      trained: trained === 1,
      key: [market, kind, day, sum].join(' '),
    }))
    this.#row = database.prepare(`SELECT * FROM ${ESTIMATORS} WHERE market = ? AND kind = ? AND day = ?`)
    for (const { key } of this.#list) {
      const known = before === undefined ? undefined : before.#kept.get(key)
      if (known !== undefined) this.#kept.set(key, known)
    }
  }

  get all(): readonly StoredMarket[] {
    return this.#list.map(({ market, kind, day, sales, trained }) => ({ market, kind, day, sales, trained }))
  }

  days(kind: ValueKind, state: string): readonly number[] {
    return this.#forState(kind, state).map(({ day }) => day)
  }

  of(kind: ValueKind, state: string, day: number): Estimator | undefined {
    const found = this.#forState(kind, state).findLast((each) => each.day <= day)
    if (found === undefined) return undefined
    const known = this.#kept.get(found.key)
    if (known !== undefined) return known
    const made = decoded(this.#read(found).bytes)
    if (made === undefined) return undefined
    if (this.#kept.size === MAX_KEPT) this.#kept.clear()
    this.#kept.set(found.key, made)
    return made
  }

  backtest(kind: ValueKind, market: string): Uint8Array | undefined {
    const newest = this.#inMarket(kind, market).at(-1)
    return newest && this.#read(newest).backtest
  }

  #forState(kind: ValueKind, state: string): readonly Listed[] {
    const own = this.#inMarket(kind, state)
    return own.length > 0 ? own : this.#inMarket(kind, COUNTRY)
  }

  #inMarket(kind: ValueKind, market: string): readonly Listed[] {
    return this.#list.filter((each) => each.trained && each.kind === kind && each.market === market)
  }

  #read({ market, kind, day, sales }: StoredMarket): { readonly bytes: Uint8Array; readonly backtest: Uint8Array } {
    const { bytes, backtest, sum } = this.#row.get(market, kind, day) ?? {}
    const read = { bytes: bytes as Uint8Array, backtest: backtest as Uint8Array } // blobs, as the schema says
    checkRow(ESTIMATORS, [market, kind, day, sales, read.bytes, read.backtest], sum)
    return read
  }
}

/** Undefined for bytes of another version of Plat: as they are sound, they were written for other inputs than today's. */
function decoded(bytes: Uint8Array): Estimator | undefined {
  try {
    return Estimator.of(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
