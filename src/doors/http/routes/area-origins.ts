import { AREAS, type Area } from '../../../service/operations/operation.ts'

export type AreaOrigins = Readonly<Partial<Record<Area, string>>>

/** Where areas answer: each at a port of its own, or all at one, told apart by host names, where an area has one. */
export type AreaPlaces = readonly number[] | Readonly<Record<Area, string>>

/**
 * The origins of the other areas, as one finds them who reached an area at `origin`. None of those that are told apart
 * by ports when that origin has another port than the area: what lies between, such as a proxy, gave it its own.
 */
export function areasFrom(origin: string, area: Area, places: AreaPlaces | undefined): AreaOrigins {
  const { protocol, hostname, port } = new URL(origin)
  const others = AREAS.filter((one) => one !== area)
  if (places === undefined) return {}
  if (!isPorts(places)) {
    const named = others.filter((one) => places[one] !== '')
    return Object.fromEntries(named.map((one) => [one, `${protocol}//${places[one]}${port === '' ? '' : `:${port}`}`]))
  }
  const reached = Number(port || (protocol === 'https:' ? 443 : 80))
  if (places[AREAS.indexOf(area)] !== reached) return {}
  return Object.fromEntries(others.map((one) => [one, `${protocol}//${hostname}:${places[AREAS.indexOf(one)]}`]))
}

function isPorts(places: AreaPlaces): places is readonly number[] {
  return Array.isArray(places)
}
