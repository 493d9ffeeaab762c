import type { ListingClass } from '../../src/model/home-columns.ts'
import type { Random } from '../../test/engine/random.ts'

/** Parameters of a query string, by name; the portal word stands as `{Portal}`. */
export type Written = Readonly<Record<string, string>>

/** A filter as a searcher would set it: one parameter, or two that belong together. */
interface DrawnFilter {
  /** How often it is set beside the others. */
  readonly weight: number
  readonly classes: readonly ListingClass[]
  draw(random: Random, listingClass: ListingClass): Written
}

const ALL: readonly ListingClass[] = ['For_Sale', 'For_Rent', 'Sold']
const BOUGHT: readonly ListingClass[] = ['For_Sale', 'Sold']
const ON_MARKET: readonly ListingClass[] = ['For_Sale', 'For_Rent']
const SALE: readonly ListingClass[] = ['For_Sale']
const RENT: readonly ListingClass[] = ['For_Rent']
const SOLD: readonly ListingClass[] = ['Sold']

const HOUSES_BOUGHT = ['Houses', 'Townhomes', 'Multi-family', 'Condos/Co-ops', 'Lots-Land', 'Apartments']
const HOUSES_RENTED = ['Houses', 'Apartments/Condos/Co-ops', 'Townhomes']
const AMENITIES = ['Must have A/C', 'Must have pool', 'Waterfront']
const RENTAL_AMENITIES = [...AMENITIES, 'On-site Parking', 'In-unit Laundry', 'Apartment Community']
const KEYWORDS = ['granite', 'pool', 'fireplace', 'garden', 'hardwood', 'quiet', 'renovated', 'garage', 'view', 'light']
const SPANS = ['7_days', '14_days', '30_days', '90_days', '6_months', '12_months']

const FILTERS: readonly DrawnFilter[] = [
  { weight: 10, classes: ALL, draw: (random, listingClass) => ({ listPriceRange: priceRange(random, listingClass) }) },
  { weight: 8, classes: ALL, draw: bedrooms },
  { weight: 6, classes: ALL, draw: one('bathrooms', ['OnePlus', 'OneHalfPlus', 'TwoPlus', 'ThreePlus']) },
  { weight: 6, classes: BOUGHT, draw: several('homeType', HOUSES_BOUGHT) },
  { weight: 6, classes: RENT, draw: several('homeType', HOUSES_RENTED) },
  { weight: 5, classes: ALL, draw: (random) => ({ squareFeetRange: range(random, [600, 2000], [1800, 5000]) }) },
  { weight: 2, classes: ALL, draw: (random) => ({ lotSizeRange: range(random, [1000, 8000], [6000, 90_000]) }) },
  { weight: 3, classes: ALL, draw: (random) => ({ yearBuiltRange: range(random, [1920, 1990], [1990, 2026]) }) },
  { weight: 3, classes: BOUGHT, draw: one('maxHOA', ['No_HOA_Fee', '200_dollars_month', '500_dollars_month']) },
  { weight: 1, classes: BOUGHT, draw: one('incIncompleteHOA', ['false']) },
  { weight: 2, classes: BOUGHT, draw: one('parkingSpots', ['OnePlus', 'TwoPlus']) },
  { weight: 2, classes: BOUGHT, draw: one('haveGarage', ['true']) },
  { weight: 1, classes: BOUGHT, draw: one('hide55plusComm', ['true']) },
  { weight: 1, classes: ALL, draw: one('mustHaveBasement', ['Yes_Finished', 'Yes_Unfinished', 'Yes_Both']) },
  { weight: 2, classes: ALL, draw: one('singleStoryOnly', ['true']) },
  { weight: 2, classes: ALL, draw: several('view', ['City', 'Mountain', 'Park', 'Water']) },
  { weight: 2, classes: BOUGHT, draw: several('otherAmenities', AMENITIES) },
  { weight: 4, classes: RENT, draw: several('otherAmenities', RENTAL_AMENITIES) },
  { weight: 3, classes: RENT, draw: several('pets', ['Allow large dogs', 'Allow small dogs', 'Allow cats']) },
  { weight: 2, classes: RENT, draw: one('move_in_date', ['2026-11-10', '2026-12-01', '2027-01-01']) },
  { weight: 1, classes: RENT, draw: one('hideNoDateListings', ['true']) },
  { weight: 1, classes: RENT, draw: one('space', ['Entire Place', 'Room']) },
  { weight: 1, classes: ON_MARKET, draw: one('tours', ['Must have 3D Tour']) },
  { weight: 1, classes: SALE, draw: one('tours', ['Must have open house']) },
  { weight: 3, classes: ON_MARKET, draw: one('daysOn{Portal}', SPANS) },
  { weight: 4, classes: SOLD, draw: one('soldInLast', [...SPANS, '24_months', '36_months']) },
  { weight: 2, classes: SALE, draw: one('listingType', ['By_Agent', 'By_Owner_and_Other']) },
  { weight: 1, classes: SALE, draw: several('listingTypeOptions', ['Agent listed', 'New Construction', 'Auctions']) },
  { weight: 3, classes: SALE, draw: several('propertyStatus', ['Coming soon', 'Pending & under contract']) },
  { weight: 2, classes: SALE, draw: payment },
  { weight: 2, classes: ALL, draw: one('keywords', KEYWORDS) },
]

/** So many filters, no two of the same parameters, the frequent ones more often. */
export function drawFilters(random: Random, listingClass: ListingClass, count: number): Written {
  const left = FILTERS.filter(({ classes }) => classes.includes(listingClass))
  const written: Record<string, string> = {}
  for (let drawn = 0; drawn < count; drawn++) {
    const chosen = left.splice(weighted(random, left), 1)
    for (const filter of chosen) Object.assign(written, filter.draw(random, listingClass))
  }
  return written
}

function weighted(random: Random, filters: readonly DrawnFilter[]): number {
  let rest = random.next() * filters.reduce((sum, { weight }) => sum + weight, 0)
  return filters.findIndex(({ weight }) => {
    rest -= weight
    return rest < 0
  })
}

function one(name: string, values: readonly string[]): DrawnFilter['draw'] {
  return (random) => ({ [name]: random.pick(values) })
}

/** One to three of the values, by comma. */
function several(name: string, values: readonly string[]): DrawnFilter['draw'] {
  return (random) => {
    const chosen = new Set(Array.from({ length: random.whole(1, 3) }, () => random.pick(values)))
    return { [name]: [...chosen].join(',') }
  }
}

type Span = readonly [least: number, most: number]

/** A lower end, an upper end, or both. */
function range(random: Random, low: Span, high: Span): string {
  const min = `min:${random.whole(...low)}`
  const max = `max:${random.whole(Math.max(low[1], high[0]), high[1])}`
  return random.pick([min, max, `${min}, ${max}`])
}

function priceRange(random: Random, listingClass: ListingClass): string {
  return listingClass === 'For_Rent'
    ? range(random, [900, 2500], [2500, 6000])
    : range(random, [100_000, 500_000], [500_000, 2_000_000])
}

function bedrooms(random: Random): Written {
  const least = random.whole(1, 4)
  return random.chance(0.6) ? { bed_min: String(least) } : { bed_min: String(least), bed_max: String(least + 1) }
}

function payment(random: Random): Written {
  const monthlyPayment = range(random, [1000, 2500], [2500, 8000])
  return random.chance(0.5) ? { monthlyPayment } : { monthlyPayment, downPayment: String(random.whole(1, 20) * 10_000) }
}
