import { allocate } from '../engine/column.ts'

export interface Cards {
  readonly cards: Uint8Array
  /** Start of each row's card; the last entry is the end of the last card. */
  readonly cardStarts: Float64Array
}

/**
 * Replaces the picture origin in cards. It is replaced only at the start of a string and before `/media/`, so that
 * neither a longer port nor a text that mentions the origin is touched.
 */
export function withOrigin({ cards, cardStarts }: Cards, made: string, wanted: string): Cards {
  if (made === wanted) return { cards, cardStarts }
  const [before, after] = [beginning(made), beginning(wanted)]
  const places = placesOf(before, cards)
  const growth = after.length - before.length
  return {
    cards: replaced(cards, places, before.length, after),
    cardStarts: moved(cardStarts, places, growth),
  }
}

const BACKSLASH = 0x5c

function beginning(origin: string): Buffer {
  return Buffer.from(`"${origin}/media/`)
}

/** Positions of the string, except after an escaped quote, which lies within a text. */
function placesOf(wanted: Buffer, cards: Uint8Array): number[] {
  const bytes = Buffer.from(cards.buffer, cards.byteOffset, cards.byteLength)
  const places: number[] = []
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + wanted.length)) {
    if (bytes[at - 1] !== BACKSLASH) places.push(at)
  }
  return places
}

function replaced(cards: Uint8Array, places: readonly number[], length: number, after: Buffer): Uint8Array {
  const made = allocate('u8', cards.length + places.length * (after.length - length))
  let [from, to] = [0, 0]
  for (const place of places) {
    made.set(cards.subarray(from, place), to)
    to += place - from
    made.set(after, to)
    to += after.length
    from = place + length
  }
  made.set(cards.subarray(from), to)
  return made
}

/** Shifts each card's start by the growth of the cards before it. */
function moved(cardStarts: Float64Array, places: readonly number[], growth: number): Float64Array {
  const starts = allocate('f64', cardStarts.length)
  let passed = 0
  cardStarts.forEach((start, row) => {
    while (passed < places.length && (places[passed] as number) < start) passed++
    starts[row] = start + passed * growth
  })
  return starts
}
