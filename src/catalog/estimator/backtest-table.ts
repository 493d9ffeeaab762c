import { Packed, pack } from './packed.ts'

const WORD = 'PlatBkt1'

/** Sales, and what each was estimated at before it, as parallel columns. */
export interface BacktestColumns {
  readonly days: Int32Array
  /** The number that each sale was added with, see `SaleTable`. */
  readonly places: Float64Array
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
    const { holdsComparables } = packed.plain as { readonly holdsComparables?: true } // as `bytes` writes it
    const days = packed.column('days', 'Int32Array')
    return new BacktestTable({
      days,
      places: packed.column('places', 'Float64Array'),
      comparables:
        holdsComparables === true
          ? packed.column('comparables', 'Float32Array')
          : new Float32Array(days.length).fill(Number.NaN),
      ...(Object.fromEntries(floats) as Pick<BacktestColumns, (typeof FLOATS)[number]>), // one for each name
    })
  }

  get size(): number {
    return this.columns.days.length
  }

  get bytes(): Uint8Array {
    return pack(WORD, { holdsComparables: true }, { ...this.columns })
  }
}
