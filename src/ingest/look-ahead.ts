/** So few that they take little memory, and so many that the journey for their records is next to nothing for each. */
const AHEAD = 500

/** Hands rows on as they come, after telling of the next ones. */
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

/** The same of what is at hand: in pieces, each told of before it comes. */
export function* inPieces<T>(all: readonly T[], tell: ((next: readonly T[]) => void) | undefined): Generator<T> {
  for (let from = 0; from < all.length; from += AHEAD) {
    const next = all.slice(from, from + AHEAD)
    tell?.(next)
    yield* next
  }
}
