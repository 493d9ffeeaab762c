import { dayNumber } from '../base/clock.ts'
import type { CardMaker, Dating } from '../catalog/cards.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { Noun } from '../catalog/nouns.ts'
import { eventDaysOf, SEARCHED_NOUNS } from '../catalog/searched.ts'
import type { Experience } from '../model/experience.ts'
import type { Home } from '../model/home.ts'
import type { Offer } from '../model/offer.ts'
import type { RecordOf } from '../model/searched.ts'

/** Records that a dry run shows. */
const SHOWN = 3

/** Keeps the first records of an import as searches would answer them; those of nouns without a search as they are. */
export class AsServed {
  readonly #noun: Noun
  readonly #cards: CardMaker
  readonly #last: number
  readonly #found: ((today: number) => object)[] = []
  #newest: number | undefined

  /** `nowMs`: later events are none yet. */
  constructor(noun: Noun, cards: CardMaker, nowMs: number) {
    this.#noun = noun
    this.#cards = cards
    this.#last = dayNumber(nowMs)
  }

  /** The day of the newest event of all records. */
  get newestDay(): number | undefined {
    return this.#newest
  }

  records(todayMs: number): readonly object[] {
    return this.#found.map((served) => served(dayNumber(todayMs)))
  }

  /** A writer that does what the other does, and lets us see it. */
  watching(writer: CatalogWriter): CatalogWriter {
    return {
      sourceHomes: writer.sourceHomes,
      get: (noun, id) => writer.get(noun, id),
      prefetch: writer.prefetch,
      each: (noun) => writer.each(noun),
      idsOf: (noun, source) => writer.idsOf(noun, source),
      put: (noun, record) => {
        if (noun === this.#noun) this.#see(record)
        writer.put(noun, record)
      },
      remove: (noun, id) => writer.remove(noun, id),
      attribute: (source, attribution) => writer.attribute(source, attribution),
      note: (name) => writer.note(name),
      setNote: (name, text) => writer.setNote(name, text),
      learnAgain: () => writer.learnAgain(),
      commit: (onProgress) => writer.commit(onProgress),
      rollback: () => writer.rollback(),
    }
  }

  #see(record: object): void {
    if (this.#found.length < SHOWN) this.#found.push(this.#served(record))
    const noun = SEARCHED_NOUNS.find((each) => each === this.#noun)
    if (noun === undefined) return
    // each record is of the noun that it was put under
    for (const day of eventDaysOf(noun, record as RecordOf<typeof noun>))
      if (day <= this.#last && day > (this.#newest ?? Number.NEGATIVE_INFINITY)) this.#newest = day
  }

  #served(record: object): (today: number) => object {
    const { offer, experience } = this.#cards
    const nobody = { agent: undefined, office: undefined }
    // each record is of the noun that it was put under
    if (this.#noun === 'home') return dated(this.#cards.card(record as Home, nobody), this.#cards)
    if (this.#noun === 'offer') return dated(offer.card(record as Offer), offer)
    if (this.#noun === 'experience') return dated(experience.card(record as Experience), experience)
    return () => record
  }
}

function dated(card: string, dating: Dating): (today: number) => object {
  return (today) => {
    const bytes = Buffer.from(card)
    dating.date(bytes, 0, today)
    return JSON.parse(bytes.toString()) as object // cards are JSON objects
  }
}
