import { type ArrayOf, allocate } from '../../../engine/column.ts'
import type { Cards } from '../../card-origin.ts'
import type { Dating } from '../../cards.ts'
import { canPack, type PackedCards, packedMax, writePacked } from '../../packed-cards.ts'
import { CardPile, type CardPileParts } from './card-pile.ts'

/** A pile as plain data, which can be posted to another thread without copying. */
export interface PackedPileParts {
  readonly pieces: CardPileParts
  readonly sums: Uint32Array
}

/** Packs cards as they come; see `PackedCards`. */
export class PackedPile {
  readonly #dating: Pick<Dating, 'datedBytes'>
  readonly #pieces: CardPile
  #sums: Uint32Array = new Uint32Array(1024)
  #count = 0

  constructor(dating: Pick<Dating, 'datedBytes'>, file?: number) {
    this.#dating = dating
    this.#pieces = new CardPile(file)
  }

  /** @param key As of `CardPile.add`. */
  add(card: Uint8Array, key = 0): void {
    const datedBytes = this.#dating.datedBytes(card)
    if (this.#count === this.#sums.length) this.#grow()
    this.#pieces.addWritten(packedMax(card.length), key, (target, at) => {
      if (!canPack(datedBytes)) return at
      const { end, sum } = writePacked(card, datedBytes, target, at)
      this.#sums[this.#count] = sum
      return end
    })
    this.#count++
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

/** The sums in row order. */
export function sumsInOrder(sums: Uint32Array, rowOf: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(rowOf.length)
  rowOf.forEach((row, added) => {
    ordered[row] = sums[added] as number
  })
  return ordered
}

/** Packs cards that are in row order already. */
export function packAll({ cards, cardStarts }: Cards, dating: Pick<Dating, 'datedBytes'>): PackedCards {
  const pile = new PackedPile(dating)
  const rows = cardStarts.length - 1
  for (let row = 0; row < rows; row++) pile.add(cards.subarray(cardStarts[row], cardStarts[row + 1]))
  const { pieces, sums } = pile.parts()
  const packed = CardPile.from(pieces)
  const inPlace = Uint32Array.from({ length: rows }, (_, row) => row)
  const whole = allocate('u8', packed.bytes)
  let at = 0
  for (const part of packed.inOrder(inPlace)) {
    whole.set(part, at)
    at += part.length
  }
  return {
    packed: whole,
    packedStarts: shared('f64', packed.startsInOrder(inPlace)),
    packedSums: shared('u32', sums.subarray(0, rows)),
  }
}

function shared<E extends 'f64' | 'u32'>(element: E, values: ArrayOf<E>): ArrayOf<E> {
  const array = allocate(element, values.length)
  array.set(values)
  return array
}
