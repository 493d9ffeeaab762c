import type { PlaceCount } from '../ports/measures.ts'

/** The places with most results, of however many, and the number of the others. */
export function mostPlaces(counted: Iterable<PlaceCount>, most: number) {
  let [kept, count]: [PlaceCount[], number] = [[], 0]
  let last: PlaceCount | undefined // of those that were kept when there were too many
  for (const each of counted) {
    count++
    if (last === undefined || byResults(each, last) < 0) kept.push(each)
    if (kept.length < 2 * most) continue
    kept = kept.sort(byResults).slice(0, most)
    last = kept[most - 1]
  }
  const places = kept.sort(byResults).slice(0, most)
  return { kind: 'places', places, others: count - places.length } as const
}

/** Keys are in the order of code units, which databases are told to use too. */
function byResults(one: PlaceCount, other: PlaceCount): number {
  return other.results - one.results || (one.key < other.key ? -1 : 1)
}
