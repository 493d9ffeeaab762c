import { deserialized, isOfVersion, serialized } from './serialized.ts'

/** Bump it when the columns change their meaning. */
const VERSION = 'PlatBkt2'

/** Sales, and what each was estimated at before it, as parallel columns. */
export interface BacktestColumns {
  readonly days: Int32Array
  /** The number that each sale was added with, see `SaleTable`. */
  readonly places: Float64Array
  /** The index in `LACKS` with which each was estimated. */
  readonly lacks: Uint8Array
  readonly prices: Float32Array
  readonly estimates: Float32Array
  /** Holds what comparables alone said; NaN without any. */
  readonly comparables: Float32Array
  readonly low80: Float32Array
  readonly high80: Float32Array
  readonly low90: Float32Array
  readonly high90: Float32Array
}

/** The sales that were held back while an estimator was trained, oldest first: how good it is on its own market. */
export class BacktestTable {
  readonly columns: BacktestColumns

  constructor(columns: BacktestColumns) {
    this.columns = columns
  }

  /** False for bytes that another version of Plat stored, and for no bytes. */
  static isReadable(bytes: Uint8Array): boolean {
    return isOfVersion(VERSION, bytes)
  }

  /** Throws a `RangeError` for bytes that are not readable. */
  static of(bytes: Uint8Array): BacktestTable {
    return new BacktestTable(deserialized(VERSION, bytes) as BacktestColumns) // as `bytes` stores them
  }

  /** This table and another, one after the other. */
  with({ columns: others }: BacktestTable): BacktestTable {
    const names = Object.keys(this.columns) as (keyof BacktestColumns)[] // its own keys
    const both = names.map((name) => [name, joined(this.columns[name], others[name])])
    return new BacktestTable(Object.fromEntries(both) as BacktestColumns) // one for each name
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
