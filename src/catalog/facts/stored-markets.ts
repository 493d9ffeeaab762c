import { Estimator } from '../../worth/estimator/estimator.ts'
import { COUNTRY, type StoredMarket, type ValueKind } from '../ports/estimator-lookup.ts'

/**
 * Maximum number of decoded estimators to cache, enough for the charts of a few states. Each takes some hundred
 * kilobytes.
 */
const CACHED_MAX = 64

/** A market and a day for which a catalog has stored either an estimator or the fact that there are too few sales. */
export interface ListedMarket extends StoredMarket {
  /** Two entries with the same key hold the same bytes. */
  readonly key: string
}

/** The estimators of one state of a catalog. Caches recently used estimators in decoded form. */
export class MarketList<M extends ListedMarket> {
  readonly #list: readonly M[]
  readonly #estimators = new Map<string, Estimator>()

  /**
   * @param list The estimators of each market and kind, oldest first.
   * @param before The list of an earlier state of the same catalog. Its decoded estimators are reused.
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

  /** Returns the newest estimator for the homes of a state that uses no sales after `day`. */
  upTo(kind: ValueKind, state: string, day: number): M | undefined {
    return this.#forState(kind, state).findLast((each) => each.day <= day)
  }

  newest(kind: ValueKind, market: string): M | undefined {
    return this.#inMarket(kind, market).at(-1)
  }

  cached({ key }: M): Estimator | undefined {
    return this.#estimators.get(key)
  }

  /** Decodes an estimator. Returns undefined if another version of Plat wrote the bytes for other inputs. */
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
