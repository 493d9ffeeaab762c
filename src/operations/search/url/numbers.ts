import type { Range } from '../../../params/index.ts'
import { duesConditions } from '../filters/dues.ts'
import { parkingConditions } from '../filters/features.ts'
import { bathroomConditions, bedroomConditions } from '../filters/rooms.ts'
import type { RangeName } from './keys.ts'
import { type Entry, NOTHING } from './notes.ts'
import { add, ask, type Reading } from './reading.ts'

/** Ranges that the shared filters take as they are. */
const PARAMETERS: readonly (readonly [name: RangeName, parameter: string])[] = [
  ['sqft', 'squareFeetRange'],
  ['lot', 'lotSizeRange'],
  ['built', 'yearBuiltRange'],
]

export function readNumbers(reading: Reading): void {
  readMoney(reading)
  for (const [name, parameter] of PARAMETERS) {
    withRange(reading, name, (entry, range) => ask(reading, entry, parameter, inWords(range)))
  }
  withRange(reading, 'beds', (entry, range) =>
    add(reading, entry, 'bed_min', bedroomConditions(range.min, range.max), `bedrooms ${inWords(range)}`),
  )
  withRange(reading, 'baths', (entry, range) =>
    add(reading, entry, 'bathrooms', bathroomConditions(range.min, range.max), `bathrooms ${inWords(range)}`),
  )
  withRange(reading, 'hoa', (entry, range) => {
    tellIgnored(reading, entry, range.min, 'min')
    if (range.max === Number.POSITIVE_INFINITY) return
    add(reading, entry, 'maxHOA', duesConditions(range.max), `dues of at most ${range.max} dollars a month`)
  })
  withRange(reading, 'parks', (entry, range) => {
    tellIgnored(reading, entry, range.max, 'max')
    if (range.min === Number.NEGATIVE_INFINITY) return
    add(reading, entry, 'parkingSpots', parkingConditions(range.min), `at least ${range.min} parking spots`)
  })
}

/** For rentals `mp` is the rent, and `price` only what the portal reckons from it. */
function readMoney(reading: Reading): void {
  const isRent = reading.listingClass === 'For_Rent'
  withRange(reading, 'price', (entry, range) => {
    if (isRent) reading.notes.leaveOut(entry.key, 'it is no rent: that stands in mp.')
    else ask(reading, entry, 'listPriceRange', inWords(range))
  })
  withRange(reading, 'mp', (entry, range) =>
    ask(reading, entry, isRent ? 'listPriceRange' : 'monthlyPayment', inWords(range)),
  )
}

/** A range that is open on both sides asks for nothing. */
function withRange(reading: Reading, name: RangeName, read: (entry: Entry<Range>, range: Range) => void): void {
  const entry = reading.ranges.get(name)
  if (!entry) return
  if (Number.isFinite(entry.value.min) || Number.isFinite(entry.value.max)) read(entry, entry.value)
  else reading.notes.understand(entry, NOTHING)
}

function tellIgnored({ notes }: Reading, entry: Entry<Range>, bound: number, side: 'min' | 'max'): void {
  if (Number.isFinite(bound)) notes.leaveOut(`${entry.key}.${side}`, `no filter has this side of ${entry.key}.`)
}

/** `min:1, max:2`, as parameters are written. */
function inWords({ min, max }: Range): string {
  return [Number.isFinite(min) ? `min:${min}` : '', Number.isFinite(max) ? `max:${max}` : ''].filter(Boolean).join(', ')
}
