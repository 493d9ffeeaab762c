import { format, type Range, range as rangeShape } from '../../../params/index.ts'
import { duesConditions } from '../filters/dues.ts'
import { parkingConditions } from '../filters/features.ts'
import { bathroomConditions, bedroomConditions } from '../filters/rooms.ts'
import type { RangeName } from './keys.ts'
import { type Entry, NO_CONDITION } from './notes.ts'
import { add, askValue, type Reading } from './reading.ts'

/** Ranges that shared filters take unchanged. */
const PARAMETERS: readonly (readonly [name: RangeName, parameter: string])[] = [
  ['sqft', 'squareFeetRange'],
  ['lot', 'lotSizeRange'],
  ['built', 'yearBuiltRange'],
]

export function readNumbers(reading: Reading): void {
  readMoney(reading)
  for (const [name, parameter] of PARAMETERS) {
    withRange(reading, name, (entry, range) => askValue(reading, entry, parameter, range))
  }
  withRange(reading, 'beds', (entry, range) =>
    add(reading, entry, 'bed_min', bedroomConditions(range.min, range.max), `bedrooms ${formatted(range)}`),
  )
  withRange(reading, 'baths', (entry, range) =>
    add(reading, entry, 'bathrooms', bathroomConditions(range.min, range.max), `bathrooms ${formatted(range)}`),
  )
  withRange(reading, 'hoa', (entry, range) => {
    leaveOutBound(reading, entry, range.min, 'min')
    if (range.max === Number.POSITIVE_INFINITY) return
    add(reading, entry, 'maxHOA', duesConditions(range.max), `dues of at most ${range.max} dollars a month`)
  })
  withRange(reading, 'parks', (entry, range) => {
    leaveOutBound(reading, entry, range.max, 'max')
    if (range.min === Number.NEGATIVE_INFINITY) return
    add(reading, entry, 'parkingSpots', parkingConditions(range.min), `at least ${range.min} parking spots`)
  })
}

/** For rentals `mp` is the rent, and `price` is only derived from it by the portal. */
function readMoney(reading: Reading): void {
  const isRent = reading.listingClass === 'For_Rent'
  withRange(reading, 'price', (entry, range) => {
    if (isRent) reading.notes.leaveOut(entry.key, 'it is no rent: that stands in mp.')
    else askValue(reading, entry, 'listPriceRange', range)
  })
  withRange(reading, 'mp', (entry, range) =>
    askValue(reading, entry, isRent ? 'listPriceRange' : 'monthlyPayment', range),
  )
}

/** Skips a range that is open on both sides: it is no condition. */
function withRange(reading: Reading, name: RangeName, read: (entry: Entry<Range>, range: Range) => void): void {
  const entry = reading.ranges.get(name)
  if (!entry) return
  if (Number.isFinite(entry.value.min) || Number.isFinite(entry.value.max)) read(entry, entry.value)
  else reading.notes.understand(entry, NO_CONDITION)
}

function leaveOutBound({ notes }: Reading, entry: Entry<Range>, bound: number, side: 'min' | 'max'): void {
  if (Number.isFinite(bound)) notes.leaveOut(`${entry.key}.${side}`, `no filter has this side of ${entry.key}.`)
}

function formatted(value: Range): string {
  return format(numbers, value)
}

const numbers = rangeShape('numbers')
