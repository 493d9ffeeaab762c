import { DAY_MS } from '../base/clock.ts'
import type { CardMaker, Dating } from '../catalog/cards.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { Noun } from '../catalog/nouns.ts'
import type { Experience } from '../model/experience.ts'
import type { Home } from '../model/home.ts'
import type { Offer } from '../model/offer.ts'

/** Records that a dry run shows. */
const SHOWN = 3

/** Keeps the first records of an import as searches would answer them; those of nouns without a search as they are. */
export class AsServed {
  readonly #noun: Noun
  readonly #cards: CardMaker
  readonly #today: number
  readonly #found: object[] = []

  constructor(noun: Noun, cards: CardMaker, nowMs: number) {
    this.#noun = noun
    this.#cards = cards
    this.#today = Math.floor(nowMs / DAY_MS)
  }

  get records(): readonly object[] {
    return this.#found
  }

  /** A writer that does what the other does, and lets us see it. */
  watching(writer: CatalogWriter): CatalogWriter {
    return {
      sourceHomes: writer.sourceHomes,
      get: (noun, id) => writer.get(noun, id),
      each: (noun) => writer.each(noun),
      idsOf: (noun, source) => writer.idsOf(noun, source),
      put: (noun, record) => {
        if (noun === this.#noun && this.#found.length < SHOWN) this.#found.push(this.#served(record))
        writer.put(noun, record)
      },
      remove: (noun, id) => writer.remove(noun, id),
      attribute: (source, attribution) => writer.attribute(source, attribution),
      note: (name) => writer.note(name),
      setNote: (name, text) => writer.setNote(name, text),
      commit: (onProgress) => writer.commit(onProgress),
      rollback: () => writer.rollback(),
    }
  }

  #served(record: object): object {
    const { offer, experience } = this.#cards
    const nobody = { agent: undefined, office: undefined }
    // each record is of the noun that it was put under
    if (this.#noun === 'home') return this.#dated(this.#cards.card(record as Home, nobody), this.#cards)
    if (this.#noun === 'offer') return this.#dated(offer.card(record as Offer), offer)
    if (this.#noun === 'experience') return this.#dated(experience.card(record as Experience), experience)
    return record
  }

  #dated(card: string, dating: Dating): object {
    const bytes = Buffer.from(card)
    dating.date(bytes, 0, this.#today)
    return JSON.parse(bytes.toString()) as object // cards are JSON objects
  }
}
