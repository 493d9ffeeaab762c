import { format, type Range, range as rangeShape } from '../../../../kit/params/index.ts'
import { when, within } from '../filters/family.ts'
import { type RangeName, VALUE_RANGES } from './keys.ts'
import { type Entry, NO_CONDITION } from './notes.ts'
import { add, askValue, type Reading } from './reading.ts'

export function readNumbers(reading: Reading): void {
  readMoney(reading)
  for (const { name, parameter } of VALUE_RANGES) {
    withRange(reading, name, (entry, range) => askValue(reading, entry, parameter, range))
  }
  withRange(reading, 'beds', (entry, range) => {
    const as = `bedrooms ${format(numbers, range)}`
    askValue(reading, entry, 'bed_min', range.min, as)
    askValue(reading, entry, 'bed_max', range.max, as)
  })
  withRange(reading, 'baths', (entry, range) => {
    const conditions = when('bathrooms', within('bathrooms', range))
    add(reading, entry, 'bathrooms', conditions, `bathrooms ${format(numbers, range)}`)
  })
  withRange(reading, 'hoa', (entry, { min, max }) => {
    leaveOutBound(reading, entry, min, 'min')
    if (max === Number.POSITIVE_INFINITY) return
    askValue(reading, entry, 'maxHOA', max, `dues of at most ${max} dollars a month`)
  })
  withRange(reading, 'parks', (entry, { min, max }) => {
    leaveOutBound(reading, entry, max, 'max')
    if (min === Number.NEGATIVE_INFINITY) return
    askValue(reading, entry, 'parkingSpots', min, `at least ${min} parking spots`)
  })
}

/**
 * Reads prices and monthly costs. For rentals, `mp` is the rent, and `price` is ignored, because it is derived from the
 * rent.
 */
function readMoney(reading: Reading): void {
  const isRent = reading.listingClass === 'For_Rent'
  withRange(reading, 'price', (entry, range) => {
    if (isRent) reading.notes.leaveOut(entry.key, 'it is not the rent, which is in mp.')
    else askValue(reading, entry, 'listPriceRange', range)
  })
  withRange(reading, 'mp', (entry, range) =>
    askValue(reading, entry, isRent ? 'listPriceRange' : 'monthlyPayment', range),
  )
}

/** Reads a range. A range that is open on both sides sets no condition. */
function withRange(reading: Reading, name: RangeName, read: (entry: Entry<Range>, range: Range) => void): void {
  const entry = reading.ranges.get(name)
  if (!entry) return
  if (Number.isFinite(entry.value.min) || Number.isFinite(entry.value.max)) read(entry, entry.value)
  else reading.notes.understand(entry, NO_CONDITION)
}

function leaveOutBound({ notes }: Reading, entry: Entry<Range>, bound: number, side: 'min' | 'max'): void {
  if (Number.isFinite(bound)) notes.leaveOut(`${entry.key}.${side}`, `no filter has this side of ${entry.key}.`)
}

const numbers = rangeShape('numbers')
