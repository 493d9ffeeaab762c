import { arrowOf, type Move, moveText } from '../../parts/changes/change.ts'
import type { Facets } from '../../parts/filters/facets.ts'
import { area, bedsText, count, counted, decimal, money, shortMoney, words } from '../../parts/format.ts'
import type { MapPoint } from '../../parts/map/shapes.ts'
import type { UnderstoodLocation } from '../../service/answers.ts'

/** The fields of a search's answer that this view reads. */
export interface Page {
  readonly resultsCount: ResultsCount
  readonly pagesInfo?: { readonly totalPages: number }
  readonly searchResults: readonly { readonly property: Property }[]
  /** The counts of the whole result. */
  readonly facets?: Facets
  readonly locations?: readonly UnderstoodLocation[]
  readonly warnings?: readonly { readonly parameter?: string; readonly detail?: string }[]
}

/** A building counts as one result, whatever its number of homes. */
interface ResultsCount {
  readonly totalMatchingCount: number
  readonly ungroupedResultCount?: number
}

/** Returns the noun for results: `home`, or `result` if buildings are among them. */
export function thingOf({ totalMatchingCount: results, ungroupedResultCount: homes = results }: ResultsCount) {
  return homes === results ? 'home' : 'result'
}

/** Formats a count as `165 homes`, or `28 results, 165 homes` if some homes share a building. */
export function countText(found: ResultsCount): string {
  const { totalMatchingCount: results, ungroupedResultCount: homes = results } = found
  return [counted(results, thingOf(found)), ...(homes === results ? [] : [counted(homes, 'home')])].join(', ')
}

/** A home or a rental building. A building has a title, rents and a number of homes in place of a home's values. */
interface Property {
  readonly zpid: number
  readonly lotId?: string
  readonly title?: string
  readonly minPrice?: number
  readonly maxPrice?: number
  readonly matchingHomeCount?: number
  readonly unitsGroup?: readonly { readonly bedrooms: number }[]
  readonly location?: { readonly latitude: number; readonly longitude: number }
  readonly address: {
    readonly streetAddress: string
    readonly city: string
    readonly state: string
    readonly zipcode: string
  }
  readonly listing?: { readonly listingStatus?: string; readonly marketingStatus?: string }
  readonly listCardRecommendation?: {
    readonly flexFieldRecommendations: readonly { readonly displayString: string }[]
  }
  readonly listingStatus?: string
  readonly price?: { readonly value: number; readonly pricePerSquareFoot?: number }
  readonly bedrooms?: number | null
  readonly bathrooms?: number | null
  readonly livingArea?: number | null
  readonly lotSizeWithUnit?: { readonly lotSize: number; readonly lotSizeUnit: string }
  readonly yearBuilt?: number | null
  readonly propertyType?: string
  readonly media?: { readonly propertyPhotoLinks?: { readonly mediumSizeLink?: string } }
}

/** The values by which results can be sorted. For a building, these are the values of its first home in that order. */
export interface SortKeys {
  readonly leastPrice?: number | undefined
  readonly mostPrice?: number | undefined
  readonly listedMs?: number | undefined
  readonly bedrooms?: number | undefined
  readonly bathrooms?: number | undefined
  readonly livingArea?: number | undefined
  readonly lotSize?: number | undefined
  readonly yearBuilt?: number | undefined
  readonly pricePerArea?: number | undefined
}

/** A result as the page shows it. */
export interface FoundHome {
  /** Unique among the results. A building has another id than its homes. */
  readonly id: string
  readonly zpid: number
  readonly kind: MapPoint['kind']
  readonly price: string
  readonly shortPrice: string
  readonly size: string
  readonly street: string
  readonly town: string
  readonly zipcode: string
  readonly type: string
  /** A status such as pending; empty for active listings and closed sales. */
  readonly state: string
  /** News of the listing, such as `Open house: Sun 1-3pm` or `12 days listed`; empty if there are none. */
  readonly news: string
  readonly picture: string | undefined
  readonly at: { readonly latitude: number; readonly longitude: number } | undefined
  readonly beds: string
  readonly baths: string
  readonly area: string
  readonly pricePerArea: string
  readonly year: string
  readonly isBuilding: boolean
  readonly keys: SortKeys
  /** The change of the home's price, if price changes were requested. */
  readonly move?: Move
}

export function homesIn({ searchResults }: Page): FoundHome[] {
  return searchResults.map(({ property }) => (property.lotId === undefined ? homeOf(property) : buildingOf(property)))
}

function homeOf(home: Property): FoundHome {
  const { price, bedrooms, bathrooms, livingArea, listing, yearBuilt } = home
  const kind = kindOf(listing?.listingStatus)
  const month = kind === 'rent' ? '/mo' : ''
  const state = listing?.marketingStatus ?? 'active'
  return {
    ...sharedOf(home, kind),
    id: String(home.zpid),
    price: price === undefined ? 'Price unknown' : money(price.value) + month,
    shortPrice: price === undefined ? '' : shortMoney(price.value),
    size: [bedsText(bedrooms), bathrooms ? `${decimal(bathrooms, 2)} ba` : '', sized(livingArea)]
      .filter((part) => part !== '')
      .join(' · '),
    street: home.address.streetAddress,
    type: words(home.propertyType),
    state: state === 'active' || state === 'closed' ? '' : words(state),
    news: kind === 'sold' ? '' : newsOf(home),
    beds: bedrooms === 0 ? 'Studio' : count(bedrooms),
    baths: decimal(bathrooms, 2),
    area: decimal(livingArea, 2),
    pricePerArea: money(price?.pricePerSquareFoot),
    year: yearBuilt ? String(yearBuilt) : '–',
    isBuilding: false,
    keys: {
      leastPrice: price?.value,
      mostPrice: price?.value,
      listedMs: ownNumber(home, 'listingDateTimeOn'),
      bedrooms: bedrooms ?? undefined,
      bathrooms: bathrooms ?? undefined,
      livingArea: livingArea ?? undefined,
      lotSize: squareFeet(home),
      yearBuilt: yearBuilt || undefined,
      pricePerArea: price?.pricePerSquareFoot,
    },
  }
}

const NEW_DAYS = 7

function newsOf(home: Property): string {
  const days = ownNumber(home, 'daysOn')
  const [first] = home.listCardRecommendation?.flexFieldRecommendations ?? []
  const listed = days === undefined ? '' : days <= NEW_DAYS ? 'New' : `${counted(days, 'day')} listed`
  return [first?.displayString ?? '', listed].filter((part) => part !== '').join(' · ')
}

/** Returns the number whose key begins with these letters. The key ends in a word that the operator chooses. */
function ownNumber(home: Property, letters: string): number | undefined {
  const value = Object.entries(home).find(([name]) => name.startsWith(letters))?.[1] as unknown
  return typeof value === 'number' ? value : undefined
}

const ACRE_SQUARE_FEET = 43_560

function squareFeet({ lotSizeWithUnit: lot }: Property): number | undefined {
  return lot && lot.lotSize * (lot.lotSizeUnit === 'acres' ? ACRE_SQUARE_FEET : 1)
}

function sized(livingArea: number | null | undefined): string {
  return livingArea ? area(livingArea) : ''
}

const BUILDING = 'building-'

/** Counts the points on a map. Their ids show whether a building is among them. */
export function thingsAt(points: readonly Pick<MapPoint, 'id'>[]): string {
  return counted(points.length, points.some(({ id }) => id.startsWith(BUILDING)) ? 'result' : 'home')
}

function buildingOf(building: Property): FoundHome {
  const { title, minPrice, maxPrice, matchingHomeCount = 0, unitsGroup = [], address } = building
  const range = minPrice === maxPrice ? money(minPrice) : `${money(minPrice)}–${money(maxPrice)}`
  const beds = unitsGroup.map(({ bedrooms }) => (bedrooms === 0 ? 'Studio' : String(bedrooms))).join(', ')
  return {
    ...sharedOf(building, kindOf(building.listingStatus)),
    id: `${BUILDING}${building.lotId}`,
    price: minPrice === undefined ? 'Rent unknown' : `${range}/mo`,
    shortPrice: minPrice === undefined ? '' : `${shortMoney(minPrice)}+`,
    size: `${beds === '' ? '' : `${beds} bd · `}${counted(matchingHomeCount, 'home')} available`,
    street: title ? `${title}, ${address.streetAddress}` : address.streetAddress,
    type: 'Building',
    state: '',
    news: '',
    beds: beds === '' ? '–' : beds,
    baths: '–',
    area: '–',
    pricePerArea: '–',
    year: '–',
    isBuilding: true,
    keys: {
      leastPrice: minPrice,
      mostPrice: maxPrice,
      bedrooms: unitsGroup.length === 0 ? undefined : Math.max(...unitsGroup.map(({ bedrooms }) => bedrooms)),
    },
  }
}

function sharedOf({ zpid, address, media, location }: Property, kind: MapPoint['kind']) {
  return {
    zpid,
    kind,
    town: `${address.city}, ${address.state} ${address.zipcode}`.trim(),
    zipcode: address.zipcode,
    picture: media?.propertyPhotoLinks?.mediumSizeLink,
    at: location,
  }
}

function kindOf(status = ''): MapPoint['kind'] {
  if (/rent/i.test(status)) return 'rent'
  return /sold/i.test(status) ? 'sold' : 'sale'
}

/** Adds price changes to homes. Buildings have many prices, so they get none. */
export function withMoves(homes: readonly FoundHome[], moves: ReadonlyMap<number, Move>): readonly FoundHome[] {
  if (moves.size === 0) return homes
  return homes.map((home) => {
    const move = home.isBuilding ? undefined : moves.get(home.zpid)
    return move === undefined ? home : { ...home, move }
  })
}

/** Converts homes to points. Homes with a price change come first, because the map may show only the first pins. */
export function pointsOf(homes: readonly FoundHome[]): MapPoint[] {
  const movedFirst = homes.toSorted((a, b) => Number(b.move !== undefined) - Number(a.move !== undefined))
  return movedFirst.flatMap(({ id, at, shortPrice, kind, size, street, move }) => {
    if (at === undefined) return []
    const shared = { id, ...at, kind }
    if (move === undefined) return [{ ...shared, label: shortPrice, says: [size, street] }]
    const arrow = arrowOf(move)
    return [
      {
        ...shared,
        isMarked: true,
        label: `${arrow} ${shortPrice}`,
        says: [`${arrow} ${moveText(move)}`, size, street],
      },
    ]
  })
}
