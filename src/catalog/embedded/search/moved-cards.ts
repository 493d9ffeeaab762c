import { Damage } from '../../../kit/algorithms/row-sum.ts'
import { allocate } from '../../engine/column.ts'
import { withOrigin } from '../../facts/card-origin.ts'
import { bytesOf, piecesOf, readPieces, setPieces } from './pieces.ts'
import { isFinished, type SearchParts } from './stored.ts'

/** A search whose cards are in memory, with cards made for the wanted origin. */
export function movedSearch(search: SearchParts, mediaOrigin: string): SearchParts {
  const { cards, cardStarts, cardOrigin } = search
  if (cards === undefined || isFinished(search, mediaOrigin)) return search
  return { ...search, ...withOrigin({ cards, cardStarts }, cardOrigin, mediaOrigin), cardOrigin: mediaOrigin }
}

/** Stores the cards of a search that was moved, and nothing else of it. */
export function storeMovedCards(
  set: (name: string, bytes: Uint8Array) => void,
  { name, cards, cardStarts }: SearchParts,
): void {
  if (cards === undefined) throw new Error('cards that are not in memory cannot be stored')
  set(`${name}/cardStarts`, bytesOf(cardStarts))
  setPieces(set, `${name}/cards`, piecesOf(cards))
}

/** A search with the cards that were stored for it; throws Damage where they are not what was stored. */
export function readMovedCards(
  read: (name: string) => Uint8Array,
  search: SearchParts,
  mediaOrigin: string,
): SearchParts {
  const cardStarts = allocate('f64', search.cardStarts.length)
  const bytes = read(`${search.name}/cardStarts`)
  if (bytes.length !== cardStarts.byteLength) throw new Damage(`the array ${search.name}/cardStarts has another length`)
  bytesOf(cardStarts).set(bytes)
  const cards = readPieces(read, `${search.name}/cards`, cardStarts.at(-1) ?? 0)
  return { ...search, cards, cardStarts, cardOrigin: mediaOrigin }
}
