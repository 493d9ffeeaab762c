import { daysSince, type FacetTable, inColumn, ladder } from './facet-table.ts'

const ROOMS = ladder(1, [8, 1])
const YEARS = ladder(1800, [1900, 50], [2040, 10])
const SALE_PLN = ladder(0, [1_000_000, 50_000], [2_000_000, 250_000], [5_000_000, 1_000_000])
const RENT_PLN = ladder(0, [5000, 250], [10_000, 1000], [20_000, 5000])
const SALE_PER_METRE = ladder(0, [20_000, 1000], [40_000, 5000])
const RENT_PER_METRE = ladder(0, [100, 5], [200, 20])
const CENTS = 100

export const OFFER_FACETS: FacetTable<'offer'> = {
  numbers: {
    price: {
      unit: 'PLN, a month for rent',
      amount: () => ({ column: 'price', scale: CENTS }),
      filters: ['priceRange'],
      from: (searchType) => (searchType === 'For_Rent' ? RENT_PLN : SALE_PLN),
    },
    pricePerMeter: {
      unit: 'PLN/m², a month for rent',
      amount: () => ({ column: 'pricePerMeter', scale: CENTS }),
      filters: ['pricePerMeterRange'],
      from: (searchType) => (searchType === 'For_Rent' ? RENT_PER_METRE : SALE_PER_METRE),
    },
    area: inColumn('area', 'm²', ladder(0, [100, 10], [200, 25], [1000, 200]), ['areaRange'], CENTS),
    plotArea: inColumn('plotArea', 'm²', ladder(0, [2000, 250], [10_000, 2000]), ['plotAreaRange'], CENTS),
    rooms: inColumn('rooms', 'rooms', ROOMS, ['roomsRange']),
    yearBuilt: inColumn('yearBuilt', 'year', YEARS, ['yearBuiltRange']),
    daysSinceCreated: daysSince('createdDay', 'daysSinceCreated'),
  },
  places: ['province', 'county', 'city', 'district'],
  groups: {
    priceByCity: { amount: { column: 'price', scale: CENTS }, by: { type: 'city' } },
    pricePerMeterByCity: { amount: { column: 'pricePerMeter', scale: CENTS }, by: { type: 'city' } },
  },
}

export const EXPERIENCE_FACETS: FacetTable<'experience'> = {
  numbers: {
    pricePerGuest: inColumn(
      'pricePerGuest',
      'the currency of each experience',
      ladder(0, [200, 10], [500, 50], [1000, 100]),
      ['pricePerGuest_min', 'pricePerGuest_max'],
      CENTS,
    ),
    duration: inColumn('durationMinutes', 'minutes', ladder(0, [480, 30], [1440, 240]), ['minDuration', 'maxDuration']),
  },
  places: ['country', 'city'],
  groups: {},
}
