import { CardWords } from '../../catalog/facts/card-words.ts'
import { eventDaysOf, SEARCHED_NOUNS } from '../../catalog/facts/searched.ts'
import { type CardMaker, type Dating, datedCard } from '../../catalog/ports/cards.ts'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Noun } from '../../catalog/ports/nouns.ts'
import { dayNumber } from '../../kit/base/clock.ts'
import type { Experience } from '../../model/experience.ts'
import type { Home } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import type { RecordOf } from '../../model/searched.ts'

/** Maximum number of records that a dry run prints. */
const MAX_RECORDS_SHOWN = 3

/**
 * Collects the first records of an import as searches would return them. Types without a search, such as `building`,
 * stay as stored.
 */
export class AsServed {
  readonly #noun: Noun
  readonly #cards: CardMaker
  readonly #words: CardWords
  readonly #last: number
  readonly #answers: ((today: number) => object)[] = []
  #newest: number | undefined

  /** @param nowMs The present time. Later events are ignored. */
  constructor(noun: Noun, cards: CardMaker, nowMs: number) {
    this.#noun = noun
    this.#cards = cards
    this.#words = new CardWords(cards.words)
    this.#last = dayNumber(nowMs)
  }

  /** The day of the newest event in all imported records; undefined without events. */
  get newestDay(): number | undefined {
    return this.#newest
  }

  records(todayMs: number): readonly object[] {
    return this.#answers.map((served) => served(dayNumber(todayMs)))
  }

  /** Makes the writer pass each stored record to this object. */
  watch(writer: CatalogWriter): void {
    const put = writer.put.bind(writer)
    writer.put = (noun, record) => {
      if (noun === this.#noun) this.#see(record)
      put(noun, record)
    }
  }

  #see(record: object): void {
    if (this.#answers.length < MAX_RECORDS_SHOWN) this.#answers.push(this.#served(record))
    const noun = SEARCHED_NOUNS.find((each) => each === this.#noun)
    if (noun === undefined) return
    // `put` received `noun` and the record together, so the types match.
    for (const day of eventDaysOf(noun, record as RecordOf<typeof noun>))
      if (day <= this.#last && day > (this.#newest ?? Number.NEGATIVE_INFINITY)) this.#newest = day
  }

  #served(record: object): (today: number) => object {
    const { offer, experience } = this.#cards
    const dated = (card: string, dating: Dating) => (today: number) =>
      JSON.parse(datedCard(this.#words.put(card), dating, today)) as object
    const nobody = { agent: undefined, office: undefined }
    // `put` received `#noun` and the record together, so the types match.
    if (this.#noun === 'home') return dated(this.#cards.card(record as Home, nobody), this.#cards)
    if (this.#noun === 'offer') return dated(offer.card(record as Offer), offer)
    if (this.#noun === 'experience') return dated(experience.card(record as Experience), experience)
    return () => record
  }
}
