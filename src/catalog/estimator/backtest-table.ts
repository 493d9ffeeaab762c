import { Packed, pack } from './packed.ts'

const WORD = 'PlatBkt1'

/** Sales, and what each was estimated at before it, as parallel columns. */
export interface BacktestColumns {
  readonly days: Int32Array
  /** The number that each sale was added with, see `SaleTable`. */
  readonly places: Float64Array
  /** The index in `LACKS` with which each was estimated. */
  readonly lacks: Uint8Array
  readonly prices: Float32Array
  readonly estimates: Float32Array
  /** Holds what comparables alone said; NaN without any, or where an older version of Plat wrote the table. */
  readonly comparables: Float32Array
  readonly low80: Float32Array
  readonly high80: Float32Array
  readonly low90: Float32Array
  readonly high90: Float32Array
}

const FLOATS = ['prices', 'estimates', 'low80', 'high80', 'low90', 'high90'] as const

/** The columns that older versions of Plat did not write. */
interface Held {
  readonly holdsComparables?: true
  readonly holdsLacks?: true
}

/** The sales that were held back while an estimator was trained, oldest first: how good it is on its own market. */
export class BacktestTable {
  readonly columns: BacktestColumns

  constructor(columns: BacktestColumns) {
    this.columns = columns
  }

  /** Throws a `RangeError` for damaged bytes. */
  static of(bytes: Uint8Array): BacktestTable {
    const packed = new Packed(WORD, bytes, 'backtest')
    const floats = FLOATS.map((name) => [name, packed.column(name, 'Float32Array')] as const)
    const { holdsComparables, holdsLacks } = packed.plain as Held // as `bytes` writes it
    const days = packed.column('days', 'Int32Array')
    return new BacktestTable({
      days,
      places: packed.column('places', 'Float64Array'),
      lacks: holdsLacks === true ? packed.column('lacks', 'Uint8Array') : new Uint8Array(days.length),
      comparables:
        holdsComparables === true
          ? packed.column('comparables', 'Float32Array')
          : new Float32Array(days.length).fill(Number.NaN),
      ...(Object.fromEntries(floats) as Pick<BacktestColumns, (typeof FLOATS)[number]>), // one for each name
    })
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
    return pack(WORD, { holdsComparables: true, holdsLacks: true } satisfies Held, { ...this.columns })
  }
}

function joined<T extends Int32Array | Float64Array | Float32Array | Uint8Array>(one: T, other: T): T {
  const both = new (one.constructor as new (length: number) => T)(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
