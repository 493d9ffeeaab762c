import { hash } from 'node:crypto'
import type { Building } from '../../model/building.ts'
import type { Experience } from '../../model/experience.ts'
import type { Home } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import { withOrigin } from '../card-origin.ts'
import { type CardMaker, type CardPeople, type Dating, datingOf } from '../cards.ts'
import type { OtherNoun } from '../noun-search.ts'
import { canPack, packCard } from '../packed-cards.ts'
import type { CopyValue } from './copy-lines.ts'
import type { PackedRow } from './packed-page.ts'

/** In the order of `packedValues`. `made` tells which program made the card, and with which origin of pictures. */
export const PACKED_COLUMNS = 'packed bytea NOT NULL, sum int8, bytes int4 NOT NULL, made int4 NOT NULL'

/** What is the same in every card and needs no date. */
const UNDATED: Pick<Dating, 'datedBytes'> = { datedBytes: () => 0 }

const NO_STARTS = new Float64Array()

/** Makes cards as they are stored. */
export class CardPacker {
  /** Differs for programs whose cards differ, and for origins of pictures. */
  readonly made: number
  /** The one that picture URLs get. */
  readonly origin: string
  readonly #cards: CardMaker

  constructor(cards: CardMaker, origin = cards.mediaOrigin) {
    this.#cards = cards
    this.origin = origin
    this.made = hash('sha256', `${cards.fingerprint}\n${origin}`, 'buffer').readInt32BE()
  }

  home(home: Home, people: CardPeople): PackedRow {
    return this.pack(this.#cards.card(home, people), this.#cards)
  }

  /** The part of its card that is the same in every answer. */
  building(building: Building): PackedRow {
    return this.pack(this.#cards.buildingPart(building), UNDATED)
  }

  /** Of a noun whose cards name nobody. */
  record(noun: OtherNoun, record: Offer | Experience): PackedRow {
    const card =
      noun === 'offer' ? this.#cards.offer.card(record as Offer) : this.#cards.experience.card(record as Experience) // the noun says which it is
    return this.pack(card, datingOf(noun, this.#cards))
  }

  pack(card: string, dating: Pick<Dating, 'datedBytes'>): PackedRow {
    const made = { cards: Buffer.from(card), cardStarts: NO_STARTS }
    const { cards: bytes } = withOrigin(made, this.#cards.mediaOrigin, this.origin)
    const datedBytes = dating.datedBytes(bytes)
    if (!canPack(datedBytes)) return { packed: Buffer.from(bytes), sum: null, bytes: bytes.length }
    const { piece, sum } = packCard(bytes, datedBytes)
    return { packed: piece, sum, bytes: bytes.length }
  }

  /** In the order of `PACKED_COLUMNS`, as COPY wants them. */
  values({ packed, sum, bytes }: PackedRow): CopyValue[] {
    return [`\\x${packed.toString('hex')}`, sum ?? undefined, bytes, this.made]
  }
}
