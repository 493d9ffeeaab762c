import { deserialized, isOfVersion, serialized } from './serialized.ts'

/** Change this when the meaning of a column changes. */
const VERSION = 'PlatBkt2'

/** Sales with estimates that were made without knowing the prices, as parallel columns. */
export interface BacktestColumns {
  readonly days: Int32Array
  /** For each sale: the number of its place; see `SaleTable`. */
  readonly places: Float64Array
  /** For each sale: which facts were unknown to the estimate, as an index in `LACKS`. */
  readonly lacks: Uint8Array
  readonly prices: Float32Array
  readonly estimates: Float32Array
  /** Value according to comparable sales alone; NaN if there are none. */
  readonly comparables: Float32Array
  readonly low80: Float32Array
  readonly high80: Float32Array
  readonly low90: Float32Array
  readonly high90: Float32Array
}

/** Sales that were not used for training, oldest first. They show how accurate the estimator is. */
export class BacktestTable {
  readonly columns: BacktestColumns

  constructor(columns: BacktestColumns) {
    this.columns = columns
  }

  /** Returns false for an empty array, and for bytes of another version of Plat. */
  static isReadable(bytes: Uint8Array): boolean {
    return isOfVersion(VERSION, bytes)
  }

  /** Throws a `RangeError` if the bytes are unreadable. */
  static of(bytes: Uint8Array): BacktestTable {
    return new BacktestTable(deserialized(VERSION, bytes) as BacktestColumns) // `bytes` stored this type
  }

  /** Returns this table followed by another table. */
  with({ columns: second }: BacktestTable): BacktestTable {
    const names = Object.keys(this.columns) as (keyof BacktestColumns)[] // Object.keys loses the type
    const both = names.map((name) => [name, joined(this.columns[name], second[name])])
    return new BacktestTable(Object.fromEntries(both) as BacktestColumns) // has every column
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
