import type { Day } from '../../../kit/base/clock.ts'
import type { FieldTable } from '../../../model/field.ts'
import type { Constant } from './draft.ts'
import { fitOf, type Guess } from './guess.ts'
import { plainName } from './names.ts'
import type { ColumnProfile } from './profile.ts'

/** The highest plausible monthly rent in dollars. Where no price is above it, the prices are rents. */
const RENT_MAX = 25_000

/** The days in headers such as `list_date` and `last_updated` are not those of sales. */
const DAY_OF_OTHERS =
  /list|(?<!off)market|post|publish|updat|modif|creat|import|scrap|retriev|extract|built|build|renov|remod|avail|assess|expir|birth|inspect|contract|pending|start|begin|end$/

/** Headers of prices that are asked, whatever dates stand beside them. */
const ASKED = /list|ask|rent|lease|current|advert/

export interface Standing {
  readonly guesses: readonly Guess[]
  readonly constants: readonly Constant[]
}

/** Decides whether the prices of a table are those of sales, asking prices or rents, by its headers and its values. */
export function standingOf(
  columns: readonly ColumnProfile[],
  named: readonly Guess[],
  { fields, today }: { readonly fields: FieldTable; readonly today: Day },
): Standing {
  const has = (field: string) => named.some((guess) => guess.field === field)
  const asked = named.find(({ field }) => field === 'ListPrice')
  const rent = rentOf(columns, asked, has('ListingKind'))
  if (has('StandardStatus')) return { guesses: named, constants: rent }
  const isBare = asked !== undefined && !ASKED.test(plainName(asked.column)) && rent.length === 0
  const mayBeSales = has('ClosePrice') || isBare
  const day = has('CloseDate') || !mayBeSales ? undefined : pastDay(columns, named, fields, today)
  const isSale = has('ClosePrice') || has('CloseDate') || day !== undefined
  if (!isSale) return { guesses: named, constants: [...statusOf(asked && 'Active'), ...rent] }
  const guesses = named.map((guess) => (guess === asked && isBare && !has('ClosePrice') ? soldAt(guess) : guess))
  const others = guesses.filter(({ column }) => column !== day?.column)
  return { guesses: day ? [...others, day] : guesses, constants: [...statusOf('Closed'), ...rent] }
}

function soldAt(guess: Guess): Guess {
  return { ...guess, field: 'ClosePrice', reason: `a price beside the day of a sale; ${guess.reason}`, doubtful: true }
}

/** Guesses that days in the past beside prices are those of sales. */
function pastDay(
  columns: readonly ColumnProfile[],
  named: readonly Guess[],
  { CloseDate }: FieldTable,
  today: Day,
): Guess | undefined {
  // A sold home is off the market.
  const taken = new Set(named.flatMap(({ field, column }) => (field === 'OffMarketDate' ? [] : [column])))
  const days = columns.flatMap((column) => {
    if (taken.has(column.name) || DAY_OF_OTHERS.test(plainName(column.name)) || (column.last ?? '9') > today) return []
    const fit = CloseDate && fitOf(column, CloseDate, { names: '' })
    return fit === undefined ? [] : [{ column, fit }]
  })
  const [found] = days.sort((a, b) => a.column.empty - b.column.empty)
  if (found === undefined) return undefined
  const { name, first, last } = found.column
  const reason = `days in the past beside prices are taken for those of sales: from ${first} to ${last}; ${found.fit.reason}`
  return { field: 'CloseDate', column: name, reason, options: found.fit.options, doubtful: true }
}

function statusOf(status: 'Closed' | 'Active' | undefined): Constant[] {
  if (status === undefined) return []
  const what = status === 'Closed' ? 'sales' : 'asking prices and no days of sales'
  const reason = `No column says how a listing stands, but there are ${what}.`
  return [{ field: 'StandardStatus', value: status, reason, doubtful: true }]
}

function rentOf(columns: readonly ColumnProfile[], asked: Guess | undefined, isTold: boolean): Constant[] {
  const { max = Number.POSITIVE_INFINITY } = columns.find(({ name }) => name === asked?.column) ?? {}
  if (asked === undefined || isTold) return []
  const isNamed = /rent|permonth|lease/.test(plainName(asked.column))
  if (!isNamed && max > RENT_MAX) return []
  const reason = isNamed ? `"${asked.column}" says that the homes are let.` : 'No price is as high as for a sale.'
  return [{ field: 'ListingKind', value: 'lease', reason, ...(!isNamed && { doubtful: true }) }]
}
