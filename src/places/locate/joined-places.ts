import { placesListed } from './listed-places.ts'
import type { LocationSource } from './locate.ts'
import { namesRegion } from './names-region.ts'

const JOINED = /\s+(?:and|or|&|\+)\s+/i

/** The words at the end of a list that apply to every place in it: `Counties, WA` in `King and Pierce Counties, WA`. */
const SHARED = /(?: count(?:ies|y))?(?:,.*)?$/i

/** Maximum number of places in a list. Longer lists are not split. */
const MAX_JOINED = 5

/**
 * Splits a text such as `Seattle and Bellevue, WA` or `Austin, TX, Dallas, TX` into the locations of its places. Does
 * not split the name of one place, nor a text in which a part joined by `and` names no place.
 */
export function placesJoined(text: string, source: Pick<LocationSource, 'regions'>): readonly string[] {
  const listed = placesListed(text)
  if (listed.length > 1 && listed.length <= MAX_JOINED && !namesRegion(text, source)) return listed
  const parts = text.split(JOINED)
  if (parts.length < 2 || parts.length > MAX_JOINED || namesRegion(text, source)) return [text]
  const shared = (SHARED.exec(parts.at(-1) ?? '')?.[0] ?? '').replace(/^ counties/i, ' County')
  const places = parts.map((part, at) => {
    const ways = at === parts.length - 1 ? [part.replace(SHARED, shared)] : [`${part}${shared}`, part]
    return ways.find((way) => namesRegion(way, source))
  })
  return places.every((place) => place !== undefined) ? places : [text]
}
