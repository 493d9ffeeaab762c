import { Estimator } from '../../worth/estimator/estimator.ts'
import { COUNTRY, type StoredMarket, type ValueKind } from '../ports/estimator-lookup.ts'

/** Maximum number of decoded estimators to cache, enough for charts of a few states. Each takes some 100 KB. */
const CACHED_MAX = 64

/** A market and a day with a stored estimator, or with too few sales for an estimator. */
export interface ListedMarket extends StoredMarket {
  /** Entries with the same key have the same bytes. */
  readonly key: string
}

/** The estimators of all markets of one catalog state. Caches decoded estimators. */
export class MarketList<M extends ListedMarket> {
  readonly #list: readonly M[]
  readonly #estimators = new Map<string, Estimator>()

  /**
   * @param list For each market and kind, the oldest estimator comes first.
   * @param before The list of an earlier state, whose decoded estimators are reused.
   */
  constructor(list: readonly M[], before?: MarketList<M>) {
    this.#list = list
    for (const { key } of list) {
      const decodedBefore = before === undefined ? undefined : before.#estimators.get(key)
      if (decodedBefore !== undefined) this.#estimators.set(key, decodedBefore)
    }
  }

  get all(): readonly StoredMarket[] {
    return this.#list.map(({ market, kind, day, sales, trained }) => ({ market, kind, day, sales, trained }))
  }

  days(kind: ValueKind, state: string): readonly number[] {
    return this.#forState(kind, state).map(({ day }) => day)
  }

  /** Returns a state's newest estimator that uses no sales after `day`. */
  upTo(kind: ValueKind, state: string, day: number): M | undefined {
    return this.#forState(kind, state).findLast((each) => each.day <= day)
  }

  newest(kind: ValueKind, market: string): M | undefined {
    return this.#inMarket(kind, market).at(-1)
  }

  cached({ key }: M): Estimator | undefined {
    return this.#estimators.get(key)
  }

  /** Decodes an estimator. Returns undefined if another version of Plat made it for other inputs. */
  decoded({ key }: M, bytes: Uint8Array): Estimator | undefined {
    const made = decodedFrom(bytes)
    if (made === undefined) return undefined
    if (this.#estimators.size === CACHED_MAX) this.#estimators.clear()
    this.#estimators.set(key, made)
    return made
  }

  #forState(kind: ValueKind, state: string): readonly M[] {
    const own = this.#inMarket(kind, state)
    return own.length > 0 ? own : this.#inMarket(kind, COUNTRY)
  }

  #inMarket(kind: ValueKind, market: string): readonly M[] {
    return this.#list.filter((each) => each.trained && each.kind === kind && each.market === market)
  }
}

function decodedFrom(bytes: Uint8Array): Estimator | undefined {
  try {
    return Estimator.of(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
