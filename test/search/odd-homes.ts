import type { Home, HomeAddress, HomeFacts, Listing, RecordedEvent, RecordedEventType } from '../../src/model/home.ts'

const MAIN_ST: HomeAddress = { streetAddress: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78704' }

/** The fields of a home that tests of searches set. All other fields have ordinary values. */
export interface Oddity {
  readonly point?: Home['point']
  readonly address?: Partial<HomeAddress>
  readonly facts?: HomeFacts
  readonly listing?: Partial<Listing>
  readonly lotId?: string
  readonly homeType?: Home['homeType']
  readonly recorded?: Home['recorded']
  readonly taxes?: Home['taxes']
}

export function oddHome(
  zpid: number,
  { point, address, facts, listing, lotId, homeType, recorded, taxes }: Oddity = {},
): Home {
  return {
    zpid,
    source: 'test',
    sourceKey: String(zpid),
    address: { ...MAIN_ST, ...address },
    ...(point && { point }),
    homeType: homeType ?? 'SINGLE_FAMILY',
    ...(lotId !== undefined && { lotId }),
    facts: facts ?? {},
    listing: { kind: 'sale', status: 'Active', listedBy: 'agent', ...listing },
    history: [],
    taxes: taxes ?? [],
    ...(recorded && { recorded }),
  }
}

function event(day: string, type: RecordedEventType, rest: Partial<RecordedEvent> = {}): RecordedEvent {
  return { day, type, source: 'county', ...rest }
}

const CORNER = { latitude: 30.25, longitude: -97.75 }

/** Homes that no sample contains. Each occurs once per listing class. */
const ODDITIES: readonly Oddity[] = [
  {}, // a home without any known fact, not even a location
  { address: { streetAddress: '', city: '', state: '', zipcode: '' }, point: CORNER },
  { address: { zipcode: '', neighborhood: 'Zilker', county: 'Travis County' }, point: CORNER },
  { address: { zipcode: '02134', countyFips: '48453', undisclosed: true }, point: CORNER },
  { point: CORNER, listing: { listPrice: 500_000 } },
  { point: CORNER, listing: { listPrice: 500_000 } },
  { point: { latitude: 90, longitude: 0 } },
  { point: { latitude: 90, longitude: -120 } },
  { point: { latitude: -90, longitude: 45 } },
  { point: { latitude: 89.99999, longitude: 180 } },
  { point: { latitude: 51.5, longitude: 180 } },
  { point: { latitude: 51.5, longitude: -180 } },
  { point: { latitude: 51.5, longitude: 179.9999 } },
  { point: { latitude: -16.8, longitude: -179.9999 } },
  { point: { latitude: 0, longitude: 0 }, listing: { listPrice: 0 } },
  { point: CORNER, facts: { bedroomsTotal: 0, bathrooms: 2.35, livingArea: 1234.5, lotSizeSquareFeet: 0.4 } },
  { point: CORNER, facts: { bedroomsTotal: 70_000, livingArea: 5e9, parkingTotal: -1, associationFee: 0 } },
  { point: CORNER, facts: { bathrooms: 1.1, associationFee: 4.5 }, listing: { listPrice: 5e9 } },
  {
    point: CORNER,
    address: { community: 'Zilker Crossing' },
    facts: { livingArea: 999.9, lotSizeSquareFeet: 7405.2, parkingTotal: 1.5, associationFee: 50.4, cooling: ['None'] },
  },
  {
    point: CORNER,
    facts: { livingArea: 1000.01, lotSizeSquareFeet: 5_000_000_000.13, cooling: ['None', 'Window Unit(s)'] },
  },
  { point: CORNER, facts: { garageSpaces: 0, attachedGarage: true, hasCooling: true, cooling: ['None'] } },
  { point: CORNER, facts: { bathrooms: 2.3, bedroomsTotal: 2, yearBuilt: 1850 } },
  { point: CORNER, listing: { description: 'Ça alors: naïve Owner’s suite! St. Paul’s' } },
  {
    point: CORNER,
    listing: { description: 'New roof. Roof new', mlsId: 'AB-12' },
    facts: { flooring: ['new', 'roof'] },
  },
  { point: CORNER, listing: { description: 'granite '.repeat(500), mlsId: 'ab-12' } },
  { point: CORNER, listing: { description: '—', mlsId: 'AB-123' } },
  { point: CORNER, lotId: 'lot-of-nobody', listing: { listPrice: 900 }, facts: { bedroomsTotal: 1 } },
  { point: CORNER, lotId: 'lot-of-nobody', listing: { listPrice: 900 } },
  { point: CORNER, lotId: 'lot-of-one', homeType: 'APARTMENT', listing: { listPrice: 1 } },
  { lotId: 'lot-of-nobody', listing: { lease: { space: 'room' } } },
  { recorded: [event('1899-12-31', 'Deed'), event('1960-05-01', 'Permit'), event('2026-02-01', 'Lien')] },
  { recorded: [event('2026-03-01', 'Permit'), event('2026-03-01', 'Lien'), event('2026-04-01', 'LienRelease')] },
  {
    recorded: [event('2020-01-01', 'Deed'), event('2020-01-01', 'Mortgage', { amount: 400_000.5 })],
    taxes: [{ year: 2024, assessedValue: 300_000 }],
  },
  {
    recorded: [event('2020-01-01', 'Mortgage', { amount: 1 }), event('2025-01-01', 'MortgageRelease')],
    taxes: [{ assessedValue: 7 }],
  },
  { recorded: [event('2020-01-01', 'Mortgage', { amount: 5e8 }), event('2021-01-01', 'Assessment', { amount: 1 })] },
  { point: CORNER, listing: { onMarketMs: Date.UTC(2040, 0, 1), openHouses: [{ startMs: 0, endMs: 86_400_000 }] } },
]

const CLASSES: readonly Pick<Listing, 'kind' | 'status'>[] = [
  { kind: 'sale', status: 'Active' },
  { kind: 'lease', status: 'Active' },
  { kind: 'sale', status: 'Closed' },
  { kind: 'sale', status: 'Pending' },
  { kind: 'sale', status: 'ComingSoon' },
  { kind: 'lease', status: 'Closed' }, // a home that no search finds
]

export const ODD_HOMES: readonly Home[] = CLASSES.flatMap((listed, i) =>
  ODDITIES.map((oddity, j) =>
    oddHome(2 ** 53 - 1 - (j * 100 + i), { ...oddity, listing: { ...oddity.listing, ...listed } }),
  ),
)
