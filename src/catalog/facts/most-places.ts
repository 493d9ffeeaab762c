import type { PlaceCount } from '../ports/measures.ts'

/** Returns the `most` places with the most results, and the number of other places. */
export function mostPlaces(counted: Iterable<PlaceCount>, most: number) {
  let [best, count]: [PlaceCount[], number] = [[], 0]
  let last: PlaceCount | undefined // of the best places, the place with the fewest results
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

/** Compares keys by UTF-16 code units, as the databases do. */
function byResults(one: PlaceCount, other: PlaceCount): number {
  return other.results - one.results || (one.key < other.key ? -1 : 1)
}
