import { deserialized, isOfVersion, serialized } from './serialized.ts'

/** Must be increased when the meaning of a column changes. */
const VERSION = 'PlatBkt2'

/** Sales, with the estimates that were made before each sale, as parallel columns. */
export interface BacktestColumns {
  readonly days: Int32Array
  /** The place of each sale, as a number; see `SaleTable`. */
  readonly places: Float64Array
  /** Index in `LACKS` of the lack (the unknown facts) with which each sale was estimated. */
  readonly lacks: Uint8Array
  readonly prices: Float32Array
  readonly estimates: Float32Array
  /** The value that comparables alone suggested; NaN without comparables. */
  readonly comparables: Float32Array
  readonly low80: Float32Array
  readonly high80: Float32Array
  readonly low90: Float32Array
  readonly high90: Float32Array
}

/**
 * Sales that were held back while an estimator was trained, oldest first. They show how good the estimator is on its
 * own market.
 */
export class BacktestTable {
  readonly columns: BacktestColumns

  constructor(columns: BacktestColumns) {
    this.columns = columns
  }

  /** Returns false for bytes that another version of Plat stored, and for an empty array. */
  static isReadable(bytes: Uint8Array): boolean {
    return isOfVersion(VERSION, bytes)
  }

  /** Throws a `RangeError` for bytes that are not readable. */
  static of(bytes: Uint8Array): BacktestTable {
    return new BacktestTable(deserialized(VERSION, bytes) as BacktestColumns) // as `bytes` stores them
  }

  /** Returns this table followed by another table. */
  with({ columns: second }: BacktestTable): BacktestTable {
    const names = Object.keys(this.columns) as (keyof BacktestColumns)[] // keys of the columns
    const both = names.map((name) => [name, joined(this.columns[name], second[name])])
    return new BacktestTable(Object.fromEntries(both) as BacktestColumns) // an entry for each name
  }

  get size(): number {
    return this.columns.days.length
  }

  get bytes(): Uint8Array {
    return serialized(VERSION, this.columns)
  }
}

function joined<T extends Int32Array | Float64Array | Float32Array | Uint8Array>(one: T, other: T): T {
  const both = new (one.constructor as new (length: number) => T)(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
