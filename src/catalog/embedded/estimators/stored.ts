import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow } from '../../../kit/algorithms/row-sum.ts'
import type { Estimator } from '../../../worth/estimator/estimator.ts'
import { isOfThisVersion } from '../../../worth/estimator/model-bytes.ts'
import { type ListedMarket, MarketList } from '../../facts/stored-markets.ts'
import type { StoredMarket, ValueKind } from '../../ports/estimator-lookup.ts'

/** The table of trained estimators; its rows are `EstimatorRow`s. */
export const ESTIMATORS = 'estimator'

/** Whether estimators of any market are stored. */
export function hasMarkets(database: DatabaseSync): boolean {
  return database.prepare(`SELECT 1 FROM ${ESTIMATORS} LIMIT 1`).get() !== undefined
}

/** Whether an older version of Plat trained the estimators. This version cannot read their bytes. */
export function isOutdated(database: DatabaseSync): boolean {
  const { bytes } = database.prepare(`SELECT bytes FROM ${ESTIMATORS} WHERE length(bytes) > 0 LIMIT 1`).get() ?? {}
  return bytes instanceof Uint8Array && !isOfThisVersion(bytes)
}

/**
 * Reads the estimators of one committed state of a catalog. Decodes an estimator when it is first requested, and caches
 * it.
 */
export class EstimatorReader {
  readonly #markets: MarketList<ListedMarket>
  readonly #row: StatementSync

  /** @param before The reader of an earlier state of the same file, whose decoded estimators are reused. */
  constructor(database: DatabaseSync, before?: EstimatorReader) {
    const rows = database.prepare(
      `SELECT market, kind, day, sales, length(bytes) > 0 AS trained, sum FROM ${ESTIMATORS} ORDER BY market, kind, day`,
    )
    const list = rows.all().map(({ market, kind, day, sales, trained, sum }) => ({
      market: String(market),
      kind: kind as ValueKind, // the table stores only such values
      day: Number(day),
      sales: Number(sales),
      trained: trained === 1,
      key: [market, kind, day, sum].join(' '),
    }))
    this.#markets = new MarketList(list, before === undefined ? undefined : before.#markets)
    this.#row = database.prepare(`SELECT * FROM ${ESTIMATORS} WHERE market = ? AND kind = ? AND day = ?`)
  }

  get all(): readonly StoredMarket[] {
    return this.#markets.all
  }

  days(kind: ValueKind, state: string): readonly number[] {
    return this.#markets.days(kind, state)
  }

  of(kind: ValueKind, state: string, day: number): Estimator | undefined {
    const market = this.#markets.upTo(kind, state, day)
    return market && (this.#markets.cached(market) ?? this.#markets.decoded(market, this.#read(market).bytes))
  }

  backtest(kind: ValueKind, market: string): Uint8Array | undefined {
    const newest = this.#markets.newest(kind, market)
    return newest && this.#read(newest).backtest
  }

  #read({ market, kind, day, sales }: StoredMarket): { readonly bytes: Uint8Array; readonly backtest: Uint8Array } {
    const { bytes, backtest, sum } = this.#row.get(market, kind, day) ?? {}
    const read = { bytes: bytes as Uint8Array, backtest: backtest as Uint8Array } // the schema makes them blobs
    checkRow(ESTIMATORS, [market, kind, day, sales, read.bytes, read.backtest], sum)
    return read
  }
}
