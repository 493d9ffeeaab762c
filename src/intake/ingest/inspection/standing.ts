import { type Day, dayOf } from '../../../kit/base/clock.ts'
import type { FieldTable } from '../../../model/field.ts'
import type { Constant } from './draft.ts'
import { fitOf, type Guess, isNamedAs } from './guess.ts'
import { HOME_SYNONYMS, plainName } from './names.ts'
import type { ColumnProfile, Count } from './profile.ts'

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
  byName: readonly Guess[],
  { fields, today }: { readonly fields: FieldTable; readonly today: Day },
): Standing {
  const named = [...byName, ...toldByOthers(columns, byName)]
  const has = (field: string) => named.some((guess) => guess.field === field)
  const asked = named.find(({ field }) => field === 'ListPrice')
  const rent = rentOf(columns, asked, has('ListingKind'))
  if (has('StandardStatus')) return { guesses: named, constants: rent }
  const isBare = asked !== undefined && !ASKED.test(plainName(asked.column)) && rent.length === 0
  const mayBeSales = has('ClosePrice') || isBare
  const day = has('CloseDate') || !mayBeSales ? undefined : pastDay(columns, named, fields, today)
  const dayOfSale = dayColumn(columns, named)
  const isSale = has('ClosePrice') || dayOfSale !== undefined || day !== undefined
  if (!isSale) return { guesses: named, constants: [...statusOf(asked && 'Active'), ...rent] }
  const guesses = named.map((guess) => (guess === asked && isBare && !has('ClosePrice') ? soldAt(guess) : guess))
  const others = guesses.filter(({ column }) => column !== day?.column)
  const status = statusOf('Closed', day ? undefined : doubtOf(dayOfSale, has('CloseDate')))
  return { guesses: day ? [...others, day] : guesses, constants: [...status, ...rent] }
}

const YEAR_OF_SALE = /^(sales?|sold|close|closing)(year|yr)$|^(year|yr)(of)?(sales?|sold)$/
const MONTH_OF_SALE = /^(sales?|sold|close|closing)(month|mon|mo)$|^(month|mon|mo)(of)?(sales?|sold)$/
const IS_SOLD = /^(is|was)?sold(flag|yn)?$/
const YES = /^(y|yes|t|true|1)$/i

/** The day of a sale told by its year and its month, and whether a home is sold told by yes or no. */
function toldByOthers(columns: readonly ColumnProfile[], named: readonly Guess[]): Guess[] {
  const has = (field: string) => named.some((guess) => guess.field === field)
  const whole = (header: RegExp, least: number, most: number) =>
    columns.find(
      ({ name, type, min = 0, max = 0, samples }) =>
        header.test(plainName(name)) &&
        type === 'whole number' &&
        min >= least &&
        max <= most &&
        samples.every((sample) => /^\d+$/.test(sample)),
    )
  const [year, month] = [whole(YEAR_OF_SALE, 1800, 2100), whole(MONTH_OF_SALE, 1, 12)]
  const guesses: Guess[] = []
  if (!has('CloseDate') && year !== undefined && month !== undefined) {
    const column = `${year.name} and ${month.name}`
    const reason = 'a year and a month are taken for the first day of that month'
    const options = { with: '-', format: 'YYYY-M' }
    guesses.push({ field: 'CloseDate', column, joined: [year.name, month.name], reason, options })
  }
  const flag = columns.find(({ name, values }) => IS_SOLD.test(plainName(name)) && values?.every(isYesOrNo))
  if (!has('StandardStatus') && flag !== undefined) {
    const meanings = flag.values?.map(({ value }) => [value, YES.test(value) ? 'Closed' : 'Active']) ?? []
    const reason = `"${flag.name}" says which homes are sold`
    const options = { values: Object.fromEntries(meanings) }
    guesses.push({ field: 'StandardStatus', column: flag.name, reason, options, doubtful: true })
  }
  return guesses
}

function isYesOrNo({ value }: Count): boolean {
  return YES.test(value) || /^(n|no|f|false|0)$/i.test(value)
}

/** The column of the day of a sale: the one that is read, or else one that is named so. */
function dayColumn(columns: readonly ColumnProfile[], named: readonly Guess[]): ColumnProfile | undefined {
  const read = named.find(({ field }) => field === 'CloseDate')
  if (read !== undefined) return columns.find(({ name }) => name === (read.joined?.[0] ?? read.column))
  const taken = new Set(named.map(({ column }) => column))
  return columns.find(({ name, type }) => type !== 'empty' && !taken.has(name) && isNamedAsDay(name))
}

function isNamedAsDay(column: string): boolean {
  return isNamedAs(column, 'CloseDate', HOME_SYNONYMS) || YEAR_OF_SALE.test(plainName(column))
}

/** Why rows that look like sales may be none; undefined where each has its day. */
function doubtOf(day: ColumnProfile | undefined, isRead: boolean): string | undefined {
  if (day === undefined) return undefined
  if (!isRead) return `whose days in "${day.name}" cannot be read`
  const without = day.empty + day.placeholders.reduce((total, { rows }) => total + rows, 0)
  return without === 0 ? undefined : `but ${without} of ${day.rows} rows have none in "${day.name}": are they on offer?`
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
    if (taken.has(column.name) || DAY_OF_OTHERS.test(plainName(column.name))) return []
    if (column.most === undefined || dayOf(column.most[1]) > today) return []
    const fit = CloseDate && fitOf(column, CloseDate, { names: '' })
    return fit === undefined ? [] : [{ column, fit }]
  })
  const [found] = days.sort((a, b) => a.column.empty - b.column.empty)
  if (found === undefined) return undefined
  const { name, first, last } = found.column
  const reason = `days in the past beside prices are taken for those of sales: from ${first} to ${last}; ${found.fit.reason}`
  return { field: 'CloseDate', column: name, reason, options: found.fit.options, doubtful: true }
}

function statusOf(status: 'Closed' | 'Active' | undefined, doubt?: string): Constant[] {
  if (status === undefined) return []
  const what = status === 'Closed' ? 'days or prices of sales' : 'asking prices and no days of sales'
  const reason = `No column says how a listing stands, but there are ${what}${doubt === undefined ? '.' : `, ${doubt}`}`
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
