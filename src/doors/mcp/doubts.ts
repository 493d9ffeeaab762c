import { grouped } from '../../kit/base/figures.ts'
import type { Given } from './arguments.ts'
import type { Remark } from './constraints.ts'
import type { Kind } from './kinds.ts'

/** No rent of a month is as high, and no price of a home as low. */
const RENT_MAX = 100_000
const PRICE_MIN = 10_000

/** Doubts whether the bounds of a search are meant as they were given. */
export function doubtsOf(given: Given, kind: Kind, today: string): readonly Remark[] {
  const bounds = ['price_min', 'price_max'].flatMap((name) => {
    const dollars = given.number(name)
    return dollars === undefined
      ? []
      : [{ words: `${name} $${grouped(dollars)}`, dollars, isMost: name === 'price_max' }]
  })
  const ofRent = bounds.filter(({ dollars }) => kind === 'for_rent' && dollars >= RENT_MAX)
  const ofPrice = bounds.filter(({ dollars, isMost }) => kind !== 'for_rent' && isMost && dollars < PRICE_MIN)
  return [
    ...ofRent.map(({ words }) => ({
      words,
      why: 'it was taken for a rent by month: for prices ask for for_sale or sold.',
    })),
    ...ofPrice.map(({ words }) => ({
      words,
      why: 'it was taken for a price in dollars: thousands, or a rent, may be meant.',
    })),
    ...pastDays(given, ['available_by'], today),
  ]
}

/** Doubts about days of which those to come are asked. */
export function pastDays(given: Given, names: readonly string[], today: string): readonly Remark[] {
  return names.flatMap((name) => {
    const day = given.text(name)
    return day === undefined || day >= today
      ? []
      : [{ words: `${name} ${day}`, why: `it is before today, ${today}: another year may be meant.` }]
  })
}
