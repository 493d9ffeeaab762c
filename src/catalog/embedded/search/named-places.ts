import type { CountedPlace } from '../../../model/named-place.ts'
import { PLACES, placeKey } from './shape.ts'
import type { OpenSegment, OpenSegments } from './stored.ts'

/**
 * The named places of all segments in order of key, each with the number of its records. Where segments spell a place
 * differently, it is spelled as in the one with most of its records.
 */
export function namedPlacesOf(segments: OpenSegments, classes: readonly string[]): readonly CountedPlace[] {
  const [base, ...added] = segments
  if (added.length === 0 && base.table.removed === undefined) return base.namedPlaces
  const sums = new Map<string, { readonly spelled: CountedPlace; readonly count: number }>()
  for (const place of segments.flatMap((segment) => livePlaces(segment, classes))) {
    const { spelled, count } = sums.get(place.key) ?? { spelled: place, count: 0 }
    sums.set(place.key, { spelled: place.count > spelled.count ? place : spelled, count: count + place.count })
  }
  return Array.from(sums.values(), ({ spelled, count }) => ({ ...spelled, count })).sort((one, other) =>
    one.key < other.key ? -1 : 1,
  )
}

/** The places of the records that were not removed. */
function livePlaces({ table, places, namedPlaces }: OpenSegment, classes: readonly string[]): CountedPlace[] {
  const { removed } = table
  if (removed === undefined) return [...namedPlaces]
  const numbers = new Map(places.map((key, number) => [key, number]))
  const lists = table.lists(PLACES)
  const countOf = (number: number) =>
    classes.reduce((sum, each) => {
      const { rows, start, end } = lists.of(placeKey(number, classes, each))
      let count = 0
      for (let i = start; i < end; i++) count += +!removed.has(rows[i] as number)
      return sum + count
    }, 0)
  return namedPlaces
    .map((place) => ({ ...place, count: countOf(numbers.get(place.key) ?? -1) }))
    .filter(({ count }) => count > 0)
}
