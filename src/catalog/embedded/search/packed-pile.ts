import type { Dating } from '../../cards.ts'
import { CardPile, type CardPileParts } from './card-pile.ts'
import { canPack, packCard } from './packed-cards.ts'

/** A pile as plain data, which can be posted to another thread without copying. */
export interface PackedPileParts {
  readonly pieces: CardPileParts
  readonly sums: Uint32Array
}

/** Packs cards as they come; see `PackedCards`. */
export class PackedPile {
  readonly #dating: Pick<Dating, 'datedBytes'>
  readonly #pieces = new CardPile()
  #sums: Uint32Array = new Uint32Array(1024)
  #count = 0

  constructor(dating: Pick<Dating, 'datedBytes'>) {
    this.#dating = dating
  }

  add(card: Uint8Array): void {
    const datedBytes = this.#dating.datedBytes(card)
    const { piece, sum } = canPack(datedBytes) ? packCard(card, datedBytes) : NOT_PACKED
    this.#pieces.addBytes(piece)
    if (this.#count === this.#sums.length) this.#grow()
    this.#sums[this.#count++] = sum
  }

  parts(): PackedPileParts {
    return { pieces: this.#pieces.parts(), sums: this.#sums }
  }

  #grow(): void {
    const sums = new Uint32Array(this.#sums.length * 2)
    sums.set(this.#sums)
    this.#sums = sums
  }
}

const NOT_PACKED = { piece: new Uint8Array(), sum: 0 }

/** The sums in row order. */
export function sumsInOrder(sums: Uint32Array, rowOf: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(rowOf.length)
  rowOf.forEach((row, added) => {
    ordered[row] = sums[added] as number
  })
  return ordered
}
