import type { PlaceAddress } from '../../../model/home.ts'
import { isOfThisVersion } from '../../../worth/estimator/model-bytes.ts'
import { derivedFrom } from '../../facts/stored-home.ts'
import { ValueTally } from '../../facts/value-tally.ts'
import type { EstimatorRow } from '../../facts/value-training.ts'
import type { Session } from '../session.ts'
import { indexedHome } from '../tables/short-texts.ts'
import { batchesOf } from './rows.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Returns the place number of each home; see `MarketLookup.placesIn`. */
type PlaceNumbers = (addresses: readonly PlaceAddress[]) => readonly number[]

/** Row of the table `meta`: the number of homes when estimators were last trained. */
const LEARNED = 'learnt'

/**
 * Row of the table `meta`: how many homes have changed since the last training, which is the number of rows of
 * `catalog.unlearnt`.
 */
const CHANGED_SINCE = 'unlearnt'

/** Estimators are trained again once this share of all homes has changed. */
const CHANGED_SHARE = 0.1

/** Decides at a commit whether to train estimators, and trains them. */
export class Learning {
  readonly #session: Session
  readonly #meta: WriterMeta
  #isRequested = false

  constructor(session: Session, meta: WriterMeta) {
    this.#session = session
    this.#meta = meta
  }

  /** See `CatalogWriter.learnAgain`. Does nothing if nothing has been trained yet. */
  again(): void {
    this.#isRequested = this.#session.query('SELECT FROM catalog.estimator LIMIT 1').length > 0
  }

  /**
   * Records the homes in `changed_home`, before homes are added that have not changed themselves. A home counts only
   * once until the next training.
   */
  noteChanged(): void {
    if (this.#homesLearned === 0) return // the first training uses all homes anyway
    const [added] = this.#session.query(NOTE_CHANGED)
    this.#meta.set(CHANGED_SINCE, String(this.#homesChanged + Number(added?.homes)))
  }

  /** @param homes The current number of homes. */
  train(homes: number, numbersOf: PlaceNumbers): void {
    if (this.#meta.get('kind') === 'sample') return // invented data says nothing about the value of homes
    if (!this.#isRequested && !this.#isDue(homes)) return
    const rows = this.#tallied(numbersOf).rows(undefined, () => this.#session.throwIfInterrupted())
    this.#session.query('DELETE FROM catalog.estimator')
    for (const row of rows) this.#store(row)
    this.#session.query('DELETE FROM catalog.unlearnt')
    this.#meta.set(LEARNED, String(homes))
    this.#meta.set(CHANGED_SINCE, '0')
  }

  get #homesLearned(): number {
    return Number(this.#meta.get(LEARNED) ?? '0')
  }

  #isDue(homes: number): boolean {
    if (this.#homesLearned === 0) return homes > 0
    return this.#homesChanged > CHANGED_SHARE * this.#homesLearned || this.#isOutdated
  }

  /** Whether another version of Plat trained the estimators. This version cannot read them. */
  get #isOutdated(): boolean {
    const [row] = this.#session.query(FIRST_BYTES)
    return row?.bytes instanceof Uint8Array && !isOfThisVersion(row.bytes)
  }

  get #homesChanged(): number {
    return Number(this.#meta.get(CHANGED_SINCE) ?? '0')
  }

  #tallied(numbersOf: PlaceNumbers): ValueTally {
    const tally = new ValueTally()
    for (const rows of batchesOf(this.#session, HOMES_WITH_PRICES)) {
      const homes = rows.map(({ record }) => indexedHome(derivedFrom(String(record), true)))
      const places = numbersOf(homes.map(({ address }) => address))
      for (const [i, home] of homes.entries()) tally.add(home, places[i] ?? Number.NaN)
    }
    return tally
  }

  #store(row: EstimatorRow): void {
    this.#session.query(
      `INSERT INTO catalog.estimator (market, kind, day, sales, bytes, backtest) VALUES ($1, $2, $3, $4, $5, $6)`,
      row,
    )
  }
}

const FIRST_BYTES = 'SELECT substr(bytes, 1, 100) AS bytes FROM catalog.estimator WHERE octet_length(bytes) > 0 LIMIT 1'

const NOTE_CHANGED = `WITH added AS (
    INSERT INTO catalog.unlearnt SELECT id FROM changed_home ON CONFLICT DO NOTHING RETURNING id)
  SELECT count(*) AS homes FROM added`

/** SQL for homes that may have a price or a rent. Most homes of a county have neither, and need not be sent. */
const HOMES_WITH_PRICES = `SELECT record FROM catalog.home
  WHERE strpos(record, ',"listing":{') > 0 OR strpos(record, ':"Sold"') > 0 OR strpos(record, ':"Listed for rent"') > 0`
