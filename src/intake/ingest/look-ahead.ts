/** Rows read ahead: few enough to take little memory, enough that a round trip costs each next to nothing. */
const AHEAD = 500

/** Hands rows on as they come, and announces the next ones beforehand. */
export async function* lookAhead<R>(rows: AsyncIterable<R>, tell: (next: readonly R[]) => void): AsyncGenerator<R> {
  let next: R[] = []
  for await (const row of rows) {
    next.push(row)
    if (next.length < AHEAD) continue
    tell(next)
    yield* next
    next = []
  }
  tell(next)
  yield* next
}

/** Hands on items that are at hand, in pieces, each announced before it comes. */
export function* inPieces<T>(all: readonly T[], tell: ((next: readonly T[]) => void) | undefined): Generator<T> {
  for (let from = 0; from < all.length; from += AHEAD) {
    const next = all.slice(from, from + AHEAD)
    tell?.(next)
    yield* next
  }
}
