import { DAY_MS, dayOf } from '../../src/kit/base/clock.ts'
import type { CountedPlace } from '../../src/model/named-place.ts'
import { BUILDING_TYPES, EXTRAS, FLOORS, HEATINGS } from '../../src/model/offer-values.ts'
import type { Random } from '../../test/engine/random.ts'
import { NOW_MS } from '../harness/setting.ts'

export type Written = Readonly<Record<string, string>>

const OFFER_ORDERS = [
  'Newest',
  'Price_Low_to_High',
  'Price_High_to_Low',
  'Area_High_to_Low',
  'Price_Per_Meter_Low_to_High',
]

/** Places are drawn as often as they have records: most people look where most is offered. */
export class PlaceDrawer {
  readonly #random: Random
  readonly #places: readonly CountedPlace[]

  constructor(random: Random, places: readonly CountedPlace[]) {
    this.#random = random
    this.#places = places
  }

  /** The name of a place of one kind, with the larger ones around it. */
  of(type: CountedPlace['type']): string {
    const places = this.#places.filter((place) => place.type === type)
    const total = places.reduce((sum, { count }) => sum + count, 0)
    let left = this.#random.next() * total
    const drawn = places.find(({ count }) => {
      left -= count
      return left < 0
    })
    if (drawn === undefined) throw new Error(`the catalogue has no ${type}`)
    return [drawn.name, ...drawn.around.slice(0, 1)].join(', ')
  }
}

/** A search of area B: a district or a city, sometimes a province; up to five filters, any order. */
export function drawOfferSearch(random: Random, places: PlaceDrawer): Written {
  const filters: readonly (() => Written)[] = [
    () => ({ propertyType: random.pick(['Apartment', 'Apartment', 'House']) }),
    () => ({ priceRange: `min:${random.whole(2, 5) * 100_000}, max:${random.whole(6, 15) * 100_000}` }),
    () => ({ areaRange: `min:${random.whole(25, 50)}, max:${random.whole(55, 120)}` }),
    () => ({ roomsRange: `min:${random.whole(1, 3)}` }),
    () => ({ yearBuiltRange: `min:${random.whole(1950, 2015)}` }),
    () => ({ floors: some(random, FLOORS) }),
    () => ({ buildingType: some(random, BUILDING_TYPES) }),
    () => ({ heating: some(random, HEATINGS) }),
    () => ({ extras: random.pick(EXTRAS) }),
    () => ({ market: random.pick(['Primary', 'Secondary']) }),
    () => ({ daysSinceCreated: String(random.pick([1, 7, 30, 90])) }),
    () => ({ hasPhotos: 'true' }),
  ]
  const type = random.chance(0.1) ? 'province' : random.pick(['city', 'district'] as const)
  return {
    location: places.of(type),
    searchType: random.chance(0.25) ? 'For_Rent' : 'For_Sale',
    page: String(random.pick([1, 1, 1, 2, 3])),
    ...(random.chance(0.5) && { sortOrder: random.pick(OFFER_ORDERS) }),
    ...several(random, filters, 5),
  }
}

/** A search of area C: a city, sometimes a country; mostly with dates and a party, up to three filters. */
export function drawExperienceSearch(random: Random, places: PlaceDrawer): Written {
  const filters: readonly (() => Written)[] = [
    () => ({ experienceType: random.pick(['Food and drink', 'Sports,Nature and outdoors', 'Sightseeing']) }),
    () => ({ travelerType: random.pick(['Families', 'Couples,Friends']) }),
    () => ({ pricePerGuest_max: String(random.whole(40, 160)) }),
    () => ({ minDuration: '1.5', maxDuration: String(random.whole(2, 5)) }),
    () => ({ timeOfDay: random.pick(['morning', 'afternoon,evening']) }),
    () => ({ hostLanguages: random.pick(['English', 'French,German']) }),
    () => ({ accessibilityFeatures: 'Step-free access' }),
  ]
  return {
    searchDestinations: places.of(random.chance(0.1) ? 'country' : 'city'),
    ...(random.chance(0.7) && stay(random)),
    ...(random.chance(0.7) && { adults: String(random.whole(1, 4)) }),
    ...(random.chance(0.3) && { children: String(random.whole(1, 3)) }),
    ...several(random, filters, 3),
  }
}

function stay(random: Random): Written {
  const first = random.whole(0, 80)
  const last = first + random.pick([0, 2, 4, 7, 14])
  return { checkIn: dayOf(NOW_MS + first * DAY_MS), checkOut: dayOf(NOW_MS + last * DAY_MS) }
}

function several(random: Random, filters: readonly (() => Written)[], most: number): Written {
  const chosen = Array.from({ length: random.whole(0, most) }, () => random.pick(filters)())
  return Object.assign({}, ...chosen) as Written // of records of text
}

function some(random: Random, values: readonly string[]): string {
  return [...new Set([random.pick(values), random.pick(values), random.pick(values)])].join(',')
}
