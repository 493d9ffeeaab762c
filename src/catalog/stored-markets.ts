import { Estimator } from '../estimator/estimator.ts'
import { COUNTRY, type StoredMarket, type ValueKind } from './estimator-lookup.ts'

/** An estimator takes some hundred kilobytes: enough for the charts of some states. */
const MAX_KEPT = 64

/** A market and a day of which a catalogue has stored an estimator, or that there are too few sales for one. */
export interface ListedMarket extends StoredMarket {
  /** Two with the same key hold the same bytes. */
  readonly key: string
}

/** Which estimators one state of a catalogue has. Those that were asked for are kept decoded. */
export class MarketList<M extends ListedMarket> {
  readonly #list: readonly M[]
  readonly #kept = new Map<string, Estimator>()

  /**
   * @param list Of each market and kind, oldest first.
   * @param before Of an earlier state of the same catalogue: what was decoded is kept.
   */
  constructor(list: readonly M[], before?: MarketList<M>) {
    this.#list = list
    for (const { key } of list) {
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

  /** The newest for the homes of a state that knows nothing later than a day. */
  upTo(kind: ValueKind, state: string, day: number): M | undefined {
    return this.#forState(kind, state).findLast((each) => each.day <= day)
  }

  newest(kind: ValueKind, market: string): M | undefined {
    return this.#inMarket(kind, market).at(-1)
  }

  kept({ key }: M): Estimator | undefined {
    return this.#kept.get(key)
  }

  /** Undefined for bytes of another version of Plat: as they are sound, they were written for other inputs than today's. */
  decoded({ key }: M, bytes: Uint8Array): Estimator | undefined {
    const made = decodedFrom(bytes)
    if (made === undefined) return undefined
    if (this.#kept.size === MAX_KEPT) this.#kept.clear()
    this.#kept.set(key, made)
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
