import { Damage } from '../../../base/row-sum.ts'
import { allocate } from '../../../engine/column.ts'
import { withOrigin } from '../../card-origin.ts'
import type { Dating } from '../../cards.ts'
import { packAll } from './packed-pile.ts'
import { bytesOf, piecesOf, readPieces, setPieces } from './pieces.ts'
import { type CardSetting, isFinished, type SearchParts } from './stored.ts'

/** A search whose cards are in memory, with cards made for the wanted origin. */
export function movedSearch(search: SearchParts, wanted: CardSetting, dating: Dating): SearchParts {
  const { cards, cardStarts, cardOrigin } = search
  if (cards === undefined || isFinished(search, wanted)) return search
  const moved = withOrigin({ cards, cardStarts }, cardOrigin, wanted.mediaOrigin)
  const packed = wanted.packed ? packAll(moved, dating) : undefined
  return { ...search, ...moved, cardOrigin: wanted.mediaOrigin, packed }
}

/** Stores the cards of a search that was moved, and nothing else of it. */
export function storeMovedCards(
  set: (name: string, bytes: Uint8Array) => void,
  { name, cards, cardStarts, packed }: SearchParts,
): void {
  if (cards === undefined) throw new Error('cards that are not in memory cannot be stored')
  set(`${name}/cardStarts`, bytesOf(cardStarts))
  setPieces(set, `${name}/cards`, piecesOf(cards))
  if (packed === undefined) return
  set(`${name}/packedStarts`, bytesOf(packed.packedStarts))
  set(`${name}/packedSums`, bytesOf(packed.packedSums))
  setPieces(set, `${name}/packed`, piecesOf(packed.packed))
}

/** The same search with cards that were stored for it; throws Damage where they are not what was stored. */
export function readMovedCards(
  read: (name: string) => Uint8Array,
  search: SearchParts,
  wanted: CardSetting,
): SearchParts {
  const rows = search.cardStarts.length - 1
  const array = <E extends 'f64' | 'u32'>(element: E, part: string, length: number) => {
    const made = allocate(element, length)
    const bytes = read(`${search.name}/${part}`)
    if (bytes.length !== made.byteLength) throw new Damage(`the array ${search.name}/${part} has another length`)
    bytesOf(made).set(bytes)
    return made
  }
  const pieces = (part: string, starts: Float64Array) => readPieces(read, `${search.name}/${part}`, starts[rows] ?? 0)
  const cardStarts = array('f64', 'cardStarts', rows + 1)
  const moved = { cards: pieces('cards', cardStarts), cardStarts, cardOrigin: wanted.mediaOrigin }
  if (!wanted.packed) return { ...search, ...moved, packed: undefined }
  const packedStarts = array('f64', 'packedStarts', rows + 1)
  const packedSums = array('u32', 'packedSums', rows)
  return { ...search, ...moved, packed: { packed: pieces('packed', packedStarts), packedStarts, packedSums } }
}
