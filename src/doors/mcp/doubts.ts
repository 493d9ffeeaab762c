import { grouped } from '../../kit/base/figures.ts'
import type { ToolArguments } from './arguments.ts'
import type { Remark } from './constraints.ts'
import type { Kind } from './kinds.ts'

/** In dollars. A monthly rent of `RENT_MAX` or more, or a maximum price below `PRICE_MIN`, is probably a mistake. */
const RENT_MAX = 100_000
const PRICE_MIN = 10_000

/** Returns remarks on price and date limits that are probably mistakes. */
export function doubtsOf(args: ToolArguments, kind: Kind, today: string): readonly Remark[] {
  const bounds = ['price_min', 'price_max'].flatMap((name) => {
    const dollars = args.number(name)
    return dollars === undefined
      ? []
      : [{ words: `${name} $${grouped(dollars)}`, dollars, isMost: name === 'price_max' }]
  })
  const ofRent = bounds.filter(({ dollars }) => kind === 'for_rent' && dollars >= RENT_MAX)
  const ofPrice = bounds.filter(({ dollars, isMost }) => kind !== 'for_rent' && isMost && dollars < PRICE_MIN)
  return [
    ...ofRent.map(({ words }) => ({
      words,
      why: 'it was read as a monthly rent. For prices use kind for_sale or sold.',
    })),
    ...ofPrice.map(({ words }) => ({
      words,
      why: 'it was read as a price in dollars. You may mean thousands, or a rent.',
    })),
    ...pastDays(args, ['available_by'], today),
  ]
}

/** Returns remarks on dates before today, for arguments that are about the future. */
export function pastDays(args: ToolArguments, names: readonly string[], today: string): readonly Remark[] {
  return names.flatMap((name) => {
    const day = args.text(name)
    return day === undefined || day >= today
      ? []
      : [{ words: `${name} ${day}`, why: `it is before today, ${today}. You may mean another year.` }]
  })
}
