import type { PlaceCount } from '../ports/measures.ts'

/** Returns the `most` places with the most results, and how many other places there are. */
export function mostPlaces(counted: Iterable<PlaceCount>, most: number) {
  let [best, count]: [PlaceCount[], number] = [[], 0]
  let last: PlaceCount | undefined // the last of the best places so far
  for (const each of counted) {
    count++
    if (last === undefined || byResults(each, last) < 0) best.push(each)
    if (best.length < 2 * most) continue
    best = best.sort(byResults).slice(0, most)
    last = best[most - 1]
  }
  const places = best.sort(byResults).slice(0, most)
  return { kind: 'places', places, others: count - places.length } as const
}

/** Keys are compared by UTF-16 code units, in the same order as in the databases. */
function byResults(one: PlaceCount, other: PlaceCount): number {
  return other.results - one.results || (one.key < other.key ? -1 : 1)
}
