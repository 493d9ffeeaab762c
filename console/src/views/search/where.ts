import { type Bounds, boundsOfShape, type Corner, type MapPosition, type Shape } from '../../parts/map/shapes.ts'
import { type Query, queryOf } from '../../service/query.ts'

/** The area of a search: a named place, the visible map, or a drawn shape. */
export type Where =
  | { readonly kind: 'place'; readonly text: string }
  | { readonly kind: 'bounds'; readonly bounds: Bounds }
  | { readonly kind: 'shape'; readonly shape: Shape }

type Filters = Readonly<Record<string, string>>

/** Names in the page's address that are not sent to the service unchanged. */
const OWN: ReadonlySet<string> = new Set([
  'location',
  'bounds',
  'polygon',
  'circle',
  'layout',
  'saved',
  'moves',
  'map',
  'sorted',
])

const NOWHERE = { location: '', bounds: '', polygon: '', circle: '' } as const

const DIGITS = 5

export function whereIn(asked: URLSearchParams): Where | undefined {
  const [place = '', bounds, polygon, circle] = ['location', 'bounds', 'polygon', 'circle'].map(
    (name) => asked.get(name) ?? '',
  )
  if (place !== '') return { kind: 'place', text: place }
  const [west, south, east, north] = numbersIn(bounds)
  if (north !== undefined && west !== undefined && south !== undefined && east !== undefined)
    return { kind: 'bounds', bounds: { west, south, east, north } }
  const corners = (polygon ?? '').split(',').map((corner) => numbersIn(corner, ' '))
  if (corners.length >= 3 && corners.every(({ length }) => length === 2))
    return { kind: 'shape', shape: { kind: 'polygon', corners: corners.map(([y = 0, x = 0]): Corner => [y, x]) } }
  const [latitude, longitude, radiusMiles] = numbersIn(circle)
  if (latitude !== undefined && longitude !== undefined && radiusMiles !== undefined)
    return { kind: 'shape', shape: { kind: 'circle', center: [latitude, longitude], radiusMiles } }
  return undefined
}

function numbersIn(text = '', between = ','): number[] {
  const numbers = text === '' ? [] : text.split(between).map(Number)
  return numbers.every(Number.isFinite) ? numbers : []
}

/** Returns an area as values for the page's address. They clear an area of any other kind. */
export function asAddress(where: Where | undefined): Readonly<Record<string, string>> {
  if (where === undefined) return NOWHERE
  if (where.kind === 'place') return { ...NOWHERE, location: where.text }
  if (where.kind === 'bounds') {
    const { west, south, east, north } = where.bounds
    return { ...NOWHERE, bounds: [west, south, east, north].map(short).join(',') }
  }
  const { shape } = where
  if (shape.kind === 'circle') return { ...NOWHERE, circle: [...shape.center, shape.radiusMiles].map(short).join(',') }
  return { ...NOWHERE, polygon: polygonText(shape.corners) }
}

function polygonText(corners: readonly Corner[]): string {
  return corners.map((corner) => corner.map(short).join(' ')).join(',')
}

function short(value: number): number {
  return Number(value.toFixed(DIGITS))
}

/** Returns the map's position from the page's address. */
export function positionIn(asked: URLSearchParams): MapPosition | undefined {
  const [latitude, longitude, zoom] = numbersIn(asked.get('map') ?? '')
  if (latitude === undefined || longitude === undefined || zoom === undefined) return undefined
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude, zoom } : undefined
}

export function positionText({ latitude, longitude, zoom }: MapPosition): string {
  return [short(latitude), short(longitude), Number(zoom.toFixed(2))].join(',')
}

/** Returns the operation that searches the area; without an area, the search by place. */
export function pathOf(where: Where | undefined): string {
  if (where === undefined || where.kind === 'place') return '/search/byaddress'
  if (where.kind === 'bounds') return '/search/bymapbounds'
  return where.shape.kind === 'circle' ? '/search/bycoordinates' : '/search/bypolygon'
}

/** Returns the filters in the page's address, always with a status. */
export function filtersIn(asked: URLSearchParams): Filters {
  const given = [...asked].filter(([name]) => !OWN.has(name))
  return { listingStatus: 'For_Sale', ...Object.fromEntries(given) }
}

/**
 * Includes homes without an agent. The search by name includes them too, so both kinds of search count the same homes.
 */
export const BY_ANYBODY = { listingType: 'Any' } as const

/** Includes listings in every state, as tiles of the whole catalog do. A search without it has only active listings. */
const IN_ANY_STATE = { propertyStatus: 'Coming soon,Accepting backup offers,Pending & under contract' } as const

/** Returns the filters that match exactly the homes counted for free. Undefined if the person chose filters. */
export function filtersOfAll(given: Filters): Filters | undefined {
  if (Object.keys(given).some((name) => name !== 'listingStatus' && name !== 'sortOrder')) return undefined
  return given.listingStatus === 'For_Sale' ? IN_ANY_STATE : {}
}

export function searchQuery(where: Where, filters: Filters): Query {
  const isNarrower = where.kind !== 'place' && filters.listingStatus === 'For_Sale'
  return queryOf(pathOf(where), { ...areaParams(where), ...(isNarrower && BY_ANYBODY), ...filters })
}

function areaParams(where: Where): Record<string, string | number> {
  if (where.kind === 'place') return { location: where.text }
  if (where.kind === 'bounds') {
    const { west, south, east, north } = where.bounds
    return { westLongitude: west, southLatitude: south, eastLongitude: east, northLatitude: north }
  }
  const { shape } = where
  if (shape.kind === 'polygon') return { polygon: polygonText(shape.corners) }
  return { latitude: shape.center[0], longitude: shape.center[1], radius: shape.radiusMiles }
}

/** Returns the area that the map shows before an answer, if known. */
export function boundsOfWhere(where: Where | undefined): Bounds | undefined {
  if (where?.kind === 'bounds') return where.bounds
  return where?.kind === 'shape' ? boundsOfShape(where.shape) : undefined
}
