/** Few enough items for memory, and enough to make database calls efficient. */
const PIECE = 500

export async function* rowPieces<R>(rows: AsyncIterable<R>): AsyncGenerator<readonly R[]> {
  let piece: R[] = []
  for await (const row of rows) {
    if (piece.push(row) < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

export function* inPieces<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += PIECE) yield all.slice(from, from + PIECE)
}
