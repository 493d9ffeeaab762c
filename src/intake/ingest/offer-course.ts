import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import { dayOf } from '../../kit/base/clock.ts'
import type { Offer } from '../../model/offer.ts'

/** Returns what one complete list covers: a city's offers for sale, or for rent. */
export function scopeOf({ searchType, city }: Offer): string {
  return `${searchType}/${city}`
}

/** Returns the last day on which the source listed the offer. */
function lastSeenOf({ lastSeen, modifiedMs }: Offer): string {
  return lastSeen ?? dayOf(modifiedMs)
}

/**
 * Merges an offer in the catalog with its rows in an import. The newest sighting gives the current values. At the same
 * moment, the import replaces the catalog, and later rows replace earlier rows. The asking prices of all sightings form
 * the price history.
 */
export function mergeOffers(existing: Offer | undefined, fresh: readonly Offer[]): Offer {
  const rows = fresh.map((offer) => ({ offer, fresh: 1 }))
  if (existing) rows.push({ offer: existing, fresh: 0 })
  rows.sort(
    (a, b) =>
      compare(lastSeenOf(a.offer), lastSeenOf(b.offer)) || a.offer.modifiedMs - b.offer.modifiedMs || a.fresh - b.fresh,
  )
  const sightings = rows.map(({ offer }) => offer)
  const latest = sightings.at(-1)
  if (!latest) throw new Error('there is no offer to merge')
  const { goneSince: _known, ...offer } = latest
  const gone = existing?.goneSince
  const listed = sightings.flatMap(({ lastListed }) => lastListed ?? []).sort()
  const history = priceHistory(sightings)
  return {
    ...offer,
    createdMs: Math.min(...sightings.map(({ createdMs }) => createdMs)),
    ...(history.length > 0 && { priceHistory: history }),
    ...(listed.length > 0 && { lastListed: listed.at(-1) ?? '' }),
    ...(gone !== undefined && gone > lastSeenOf(latest) && { goneSince: gone }),
  }
}

/** Returns the last price of each day, without days that repeat the previous price. */
function priceHistory(sightings: readonly Offer[]): { date: string; price: number }[] {
  const prices = new Map<string, number>()
  for (const offer of sightings) {
    for (const { date, price } of offer.priceHistory ?? []) prices.set(date, price)
    if (offer.price !== undefined) prices.set(lastSeenOf(offer), offer.price)
  }
  const days = [...prices].sort(([a], [b]) => compare(a, b))
  return days.flatMap(([date, price], i) => (days[i - 1]?.[1] === price ? [] : [{ date, price }]))
}

/** The part of an offer that decides when it went off the market. */
interface Course {
  readonly id: number
  readonly lastSeen: string
  readonly goneSince: string | undefined
}

/**
 * Finds offers whose `goneSince` changes after complete lists were imported. `goneSince` is the day of the first list
 * of the offer's city and type after the last sighting. `seen` has one offer per list.
 */
export function* offersGone(writer: CatalogWriter, source: string, seen: readonly Offer[]): Generator<Offer> {
  const lists = new Map<string, Set<string>>()
  for (const offer of seen) setOf(lists, scopeOf(offer)).add(lastSeenOf(offer))
  const courses = new Map<string, Course[]>()
  for (const offer of writer.each('offer')) {
    const scope = scopeOf(offer)
    if (offer.source !== source || !lists.has(scope)) continue
    const { offerId: id, goneSince, lastListed } = offer
    for (const day of [goneSince, lastListed]) if (day !== undefined) setOf(lists, scope).add(day)
    const ofScope = courses.get(scope) ?? []
    ofScope.push({ id, goneSince, lastSeen: lastSeenOf(offer) })
    courses.set(scope, ofScope)
  }
  for (const [scope, ofScope] of courses) {
    const days = [...setOf(lists, scope)].sort()
    for (const { id, lastSeen, goneSince } of ofScope) {
      const gone = days.find((day) => day > lastSeen)
      const offer = gone === goneSince ? undefined : writer.get('offer', id)
      if (offer && gone !== undefined) yield { ...offer, goneSince: gone }
    }
  }
}

function setOf(sets: Map<string, Set<string>>, key: string): Set<string> {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set)
  return set
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
