import type { FieldTable } from '../../../model/field.ts'
import { agreementOf } from './agreement.ts'
import type { Constant } from './draft.ts'
import { moneyIn } from './first-amounts.ts'
import { fitOf, type Guess, type GuessContext, type OptionValue } from './guess.ts'
import { HOME_SYNONYMS, plainName, wordsIn, wordsOfName } from './names.ts'
import type { ColumnProfile, Count } from './profile.ts'
import { LISTING_KIND_WORDS, meaningOf, SOLD_DAY } from './words.ts'

/** The highest plausible monthly rent in dollars. If all prices are below it, they are rents. */
const RENT_MAX = 25_000
/** The highest plausible rent of the cheapest homes of a table. */
const LEAST_RENT_MAX = 7_500
/** Headers of asking prices, even next to a sale date. */
const ASKED = /list|ask|(?<!cur)rent|lease|advert/
/** If this number of rows share a date, it is the date of the file. */
const SHARED_ROWS = 5
/** Headers of unspecific dates. Next to a sale price they mean the sale date. */
const DAY_BESIDE_SALE = /^(date|day|datetime|docdate|documentdate|instrumentdate|offmarketdate)$/

export interface Standing {
  readonly guesses: readonly Guess[]
  readonly constants: readonly Constant[]
  /** One sentence for each column that the draft leaves out. */
  readonly notes: readonly string[]
}

/**
 * Decides whether a table's prices are sale prices, asking prices or rents. Sales need a date, and a header that
 * mentions a sale, deed or recording.
 */
export function standingOf(
  columns: readonly ColumnProfile[],
  byName: readonly Guess[],
  context: GuessContext & { readonly fields: FieldTable; readonly file?: string },
): Standing {
  const nights = columns.find(({ name }) => NIGHTS.test(plainName(name)))
  const nightly = nights && byName.find(({ field }) => field === 'ListPrice')
  const auctioned = ofAuction(columns, byName)
  const auction = auctioned.find(({ field }) => field === 'CloseDate')
  const repeated = repeatedPrice(byName, context) ?? rentOfSold(columns, byName)
  const recorded = byName.find(({ field, column }) => field === 'CloseDate' && RECORDED.test(wordsOfName(column)))
  const isPriced = has(byName, 'ListPrice') || has(byName, 'ClosePrice')
  const leftOut = [nightly, repeated, ...auctioned, ...(isPriced ? [] : [recorded])]
  const offered = withOriginalPrice(byName.filter((guess) => !leftOut.includes(guess)))
  const named = [...offered, ...toldByOthers(columns, offered)]
  const beside = dayBeside(columns, named, context)
  const all = [...named.filter(({ column }) => column !== beside?.column), ...(beside ? [beside] : [])]
  const shared = all.find(
    ({ field, column }) => field === 'CloseDate' && isShared(columns, column) && !has(all, 'ClosePrice'),
  )
  const isOfListings = all.some(({ field }) => OF_LISTING.has(field))
  const priced =
    shared && /(^| )(sale|sold|deed)( |$)/.test(wordsOfName(shared.column))
      ? all.find(({ field, column }) => field === 'ListPrice' && !ASKED.test(plainName(column)))
      : undefined
  const guesses = all.filter(
    (guess) => guess !== shared && guess !== priced && (isOfListings || guess.field !== 'StandardStatus'),
  )
  const sale = saleOf(columns, guesses, context.file)
  const rent = rentOf(columns, sale.guesses)
  return {
    guesses: [...sale.guesses, ...rent.guesses],
    constants: [...sale.constants, ...rent.constants],
    notes: [
      shared && `"${shared.column}" has the same date in all rows, so it does not count as the date of a sale.`,
      priced && `"${priced.column}" may be the price asked or paid on the day in "${shared?.column}": it is left out.`,
      nightly && `"${nightly.column}" is a price per night, as "${nights?.name}" shows: it is left out.`,
      auction && `"${auction.column}" is the date of an auction, not of a sale: it is left out.`,
      ...sale.notes,
    ].filter((note) => note !== undefined),
  }
}

/** Fields that show that a status belongs to a listing, not to a project or an account. */
const OF_LISTING: ReadonlySet<string> = new Set(
  wordsIn('ListPrice ClosePrice CloseDate OnMarketDate ListingId ListingKind'),
)

/** Headers of short-term rentals. */
const NIGHTS = /(min|max)(imum)?nights|numberofnights/

function has(guesses: readonly Guess[], field: string): boolean {
  return guesses.some((guess) => guess.field === field)
}

/** Headers of the day on which any document was recorded. Without a price it is not a day of sale. */
const RECORDED = /^(?!.*(sale|sold|deed|transfer)).*record/

/** Headers of foreclosure and court auctions. */
const AUCTION =
  /(^| )(auction|foreclosures?|trustee|sheriff|plaintiff|defendant|lender|borrower|mortgage[er]|mortgagor|(opening|minimum|starting) bid)( |$)/

/** Returns the date and the status of an auction: no price was paid or asked yet. */
function ofAuction(columns: readonly ColumnProfile[], named: readonly Guess[]): readonly Guess[] {
  const isAuction = columns.some(({ name, type, said, values }) =>
    AUCTION.test(wordsOfName(name))
      ? type !== 'yes or no' && said > 0
      : values?.every(({ value }) => AUCTION.test(value.toLowerCase())),
  )
  if (has(named, 'ClosePrice') || !isAuction) return []
  const fields = has(named, 'ListPrice') ? ['CloseDate'] : ['CloseDate', 'StandardStatus']
  return named.filter(({ field }) => fields.includes(field))
}

/** Returns an asking price that only repeats the sale price. */
function repeatedPrice(guesses: readonly Guess[], { pairsOf }: GuessContext): Guess | undefined {
  const [asked, paid] = ['ListPrice', 'ClosePrice'].map((field) => guesses.find((guess) => guess.field === field))
  if (!asked || !paid || ASKED.test(plainName(asked.column))) return undefined
  const { agreeing, rows } = agreementOf(pairsOf(asked.column, paid.column), (one, other) =>
    numberIn(one) > 0 && numberIn(other) > 0 && !/[km]/i.test(other) ? numberIn(one) === numberIn(other) : undefined,
  )
  return rows > 2 && agreeing > rows * 0.9 ? asked : undefined
}

/** Returns a rent column beside sale prices. It has estimates, because a home that was sold is not for rent. */
function rentOfSold(columns: readonly ColumnProfile[], guesses: readonly Guess[]): Guess | undefined {
  const [rent, paid] = ['ListPrice', 'ClosePrice'].map((field) => guesses.find((guess) => guess.field === field))
  const { max = 0 } = columns.find(({ name }) => name === paid?.column) ?? {}
  return rent && RENT.test(plainName(rent.column)) && max > RENT_MAX ? rent : undefined
}

function numberIn(text: string): number {
  return Number(text.replaceAll(/[^\d.]/g, ''))
}

/** Uses the original asking price if there is no current one. */
function withOriginalPrice(guesses: readonly Guess[]): readonly Guess[] {
  if (has(guesses, 'ListPrice') || has(guesses, 'ClosePrice')) return guesses
  return guesses.map((guess) => {
    const reason = `no column has a later price; ${guess.reason}`
    return guess.field === 'OriginalListPrice' ? { ...guess, field: 'ListPrice', reason, doubtful: true } : guess
  })
}

function isShared(columns: readonly ColumnProfile[], name: string): boolean {
  return columns.some((one) => one.name === name && one.distinct === 1 && one.said >= SHARED_ROWS)
}

/** Columns that only sales have. */
const BUYER = /(^| )(buyers?|purchasers?|grantees?)( (first|last|full))?( names?)?( \d)?$/

function saleOf(columns: readonly ColumnProfile[], given: readonly Guess[], file = ''): Standing {
  const named = given.map((guess) => (guess.field === 'StandardStatus' ? orSold(guess, columns, given) : guess))
  const find = (field: string) => named.find((guess) => guess.field === field)
  const [asked, paid, day, status] = ['ListPrice', 'ClosePrice', 'CloseDate', 'StandardStatus'].map(find)
  // The current price of a sold home is the sale price.
  const isCurrent = asked && !status && /current/i.test(asked.column)
  const isPlain = asked !== undefined && !isCurrent && !ASKED.test(plainName(asked.column))
  const isBare = isPlain && paid === undefined
  const hasBuyers = columns.some(({ name, said, rows }) => BUYER.test(wordsOfName(name)) && said * 2 > rows)
  const isBought = hasBuyers || / sold /.test(` ${wordsOfName(file)} `)
  const isSold = isBare && status === undefined && (day !== undefined || isBought)
  // Beside `lastSoldPrice`, `price` is not the asking price of a home that was sold.
  const isSplit = isBare || (isPlain && /last/i.test(paid?.column ?? ''))
  const all = isSplit && status ? onePrice(columns, named, asked, status) : named
  const prices = all.map((guess) => (isSold && guess === asked ? soldAt(guess) : guess))
  const undated = day ? undefined : prices.find(({ field }) => field === 'ClosePrice')
  const guesses = prices.filter((guess) => guess !== undated)
  const unread = columns.find(
    ({ name, type }) => type !== 'empty' && HOME_SYNONYMS.CloseDate?.words?.(wordsOfName(name)),
  )
  const where = unread === undefined ? 'no column has its date' : `the dates in "${unread.name}" cannot be read`
  const notes = undated ? [`"${undated.column}" is the price of a sale, and ${where}: it is left out.`] : []
  if (status !== undefined) return { guesses, constants: [], notes }
  if (day !== undefined) return { guesses, constants: [closed(columns, day)], notes }
  return { guesses, constants: asked === undefined || isSold ? [] : [ACTIVE], notes }
}

/** Rows with a sale date are sales if their status is empty or vague, like `OTHER`. */
function orSold(status: Guess, columns: readonly ColumnProfile[], guesses: readonly Guess[]): Guess {
  const { values, otherwise, emptyWhen, column } = status.options
  const day = guesses.find(({ field, joined }) => field === 'CloseDate' && joined === undefined)
  const isSilent = emptyWhen !== undefined || columns.some(({ name, empty }) => name === status.column && empty > 0)
  const isOpen = values === undefined || otherwise !== undefined || column !== undefined || status.doubtful
  if (isOpen || !day || !isSilent || day.column === status.column) return status
  const options = { ...status.options, column: [status.column, day.column], otherwise: 'Closed' }
  return { ...status, options, reason: `${status.reason}; without a status, a row with a sale date is a sale` }
}

/** Splits a single price column: the sale price in rows of sales, the asking price in all others. */
function onePrice(columns: readonly ColumnProfile[], guesses: readonly Guess[], asked: Guess, status: Guess) {
  const { values } = status.options
  const words = columns.find(({ name }) => name === status.column)?.values ?? []
  const meanings =
    typeof values === 'object' && !Array.isArray(values)
      ? Object.entries(values)
      : words.map(({ value }) => [value, value])
  const sold = meanings.flatMap(([word = '', meaning]) => (meaning === 'Closed' ? [word] : []))
  if (sold.length === 0) return guesses
  const paid = has(guesses, 'ClosePrice') ? [] : [soldAt(asked)]
  const { column, emptyWhen = [] } = status.options
  const silent = Array.isArray(column) && Array.isArray(emptyWhen) ? ['', ...emptyWhen] : []
  const [ofSale, ofOthers] = [{ [status.column]: sold }, { [status.column]: { not: [...sold, ...silent] } }]
  const isAll = sold.length === meanings.length
  const others = guesses.flatMap((guess) =>
    guess !== asked ? [guess] : isAll ? [] : [{ ...asked, options: { ...asked.options, when: ofOthers } }],
  )
  return [...others, ...paid.map((one) => ({ ...one, options: { ...one.options, ...(!isAll && { when: ofSale }) } }))]
}

function soldAt(guess: Guess): Guess {
  return { ...guess, field: 'ClosePrice', reason: `a price, in a row of a sale; ${guess.reason}`, doubtful: true }
}

/** Rows with a sale date are sales. In other rows the home was never sold, or the date is missing. */
function closed(columns: readonly ColumnProfile[], { joined, column: name }: Guess): Constant {
  const column = columns.find((one) => one.name === (joined?.[0] ?? name))
  const nothing = column?.placeholders.map(({ value }) => value) ?? []
  const without = (column?.empty ?? 0) + (column?.placeholders.reduce((total, { rows }) => total + rows, 0) ?? 0)
  const start = 'No column gives the status of listings, but there are sale dates'
  const all = { field: 'StandardStatus', value: 'Closed', reason: `${start}.`, doubtful: true } as const
  if (without === 0 || column === undefined) return all
  const rows = `${without} of ${column.rows} rows have no date in "${column.name}" and get no listing`
  const when = { [column.name]: { not: ['', ...nothing] } }
  return { ...all, reason: `${start}; ${rows}. Are these homes for sale?`, when }
}

const NO_SALES = 'No column gives the status of listings, but there are asking prices and no sale dates.'
const ACTIVE: Constant = { field: 'StandardStatus', value: 'Active', reason: NO_SALES, doubtful: true }

const YEAR_OF_SALE = /^(sales?|sold|close|closing)(year|yr)1?$|^(year|yr)(of)?(sales?|sold)$/
const MONTH_OF_SALE = /^(sales?|sold|close|closing)(month|mon|mo)1?$|^(month|mon|mo)(of)?(sales?|sold)$/
const DAY_OF_MONTH = /^(sales?|sold|close|closing)day$|^day(of)?(sales?|sold)$/
const IS_SOLD = /^(is|was)?sold(flag|yn)?$/
const YES = /^(y|yes|t|true|1)$/i

/**
 * Guesses a sale date from columns of year and month, or from a text such as `SOLD OCT 20, 2025`. Also guesses the
 * status from a yes-no column.
 */
function toldByOthers(columns: readonly ColumnProfile[], named: readonly Guess[]): Guess[] {
  const whole = (header: RegExp, least: number, most: number) =>
    columns.find(({ name, type, min = 0, max = 0, samples }) => {
      const isWhole = type === 'whole number' && samples.every((sample) => /^\d+$/.test(sample))
      return header.test(plainName(name)) && isWhole && min >= least && max <= most
    })
  const [year, month, day] = [whole(YEAR_OF_SALE, 1800, 2100), whole(MONTH_OF_SALE, 1, 12), whole(DAY_OF_MONTH, 1, 31)]
  const guesses: Guess[] = []
  if (!has(named, 'CloseDate') && year !== undefined && month !== undefined) {
    const parts = [year, month, ...(day ? [day] : [])].map(({ name }) => name)
    const reason = `a year and a month are read as the ${day ? 'day' : 'first day'} of that month`
    const options = { with: '-', format: day ? 'YYYY-M-D' : 'YYYY-M' }
    guesses.push({ field: 'CloseDate', column: parts.join(' and '), joined: parts, reason, options })
  }
  const sold = columns.find(({ looks }) => looks.sold > 0.5)
  if (!has(guesses, 'CloseDate') && !has(named, 'CloseDate') && sold !== undefined) {
    const options = { match: `(?i)${SOLD_DAY}`, format: ['any', 'M/D/YYYY'] }
    const reason = `"${sold.name}" says when homes were sold`
    guesses.push({ field: 'CloseDate', column: sold.name, reason, options })
  }
  const flag = columns.find(({ name, values }) => IS_SOLD.test(plainName(name)) && values?.every(isYesOrNo))
  if (!has(named, 'StandardStatus') && flag !== undefined) {
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

/** A date without a specific name means the sale date if it stands next to a sale price. */
function dayBeside(
  columns: readonly ColumnProfile[],
  named: readonly Guess[],
  { fields, ...context }: GuessContext & { readonly fields: FieldTable },
): Guess | undefined {
  const field = fields.CloseDate
  if (field === undefined || !has(named, 'ClosePrice') || has(named, 'CloseDate')) return undefined
  const taken = new Set(named.flatMap((guess) => (guess.field === 'OffMarketDate' ? [] : [guess.column])))
  const column = columns.find(({ name }) => DAY_BESIDE_SALE.test(plainName(name)) && !taken.has(name))
  const fit = column && fitOf(column, { name: 'CloseDate', field, synonyms: { names: '' }, measures: [], ...context })
  if (column === undefined || fit === undefined) return undefined
  return {
    field: 'CloseDate',
    column: column.name,
    reason: `a date, in a row that also has a sale price; ${fit.reason}`,
    options: fit.options,
    doubtful: true,
  }
}

/** Headers of rents. */
const RENT = /(?<!cur)rent|permonth|lease/
const TELLS_KIND = /type|status|categor|class|kind|purpose|offer|transaction|tenure|channel/

function isLease({ value }: Count): boolean {
  return meaningOf(value, LISTING_KIND_WORDS) === 'lease'
}

/** Finds evidence that homes are for rent: words in a column, units such as `/mo`, a header, or low prices. */
function rentOf(columns: readonly ColumnProfile[], guesses: readonly Guess[]): Pick<Standing, 'guesses' | 'constants'> {
  const asked = guesses.find(({ field }) => field === 'ListPrice')
  if (has(guesses, 'ListingKind') || !has(guesses, 'ListPrice') || asked === undefined)
    return { guesses: [], constants: [] }
  const isNamed = RENT.test(plainName(asked.column))
  const all = isNamed ? lease(`"${asked.column}" says that the homes are for rent.`) : leaseByPrice(asked, columns)
  if (all.length > 0) return { guesses: [], constants: all }
  const [telling] = columns
    .filter(({ name, values = [] }) => {
      const kinds = new Set(values.map(({ value }) => meaningOf(value, LISTING_KIND_WORDS)))
      return kinds.has('lease') && (TELLS_KIND.test(plainName(name)) || (kinds.has('sale') && kinds.size === 2))
    })
    .sort((a, b) => b.said - a.said)
  if (telling !== undefined) {
    const words = telling.values?.filter(isLease).map(({ value }) => [value, 'lease']) ?? []
    const options = { values: Object.fromEntries(words), otherwise: 'sale' }
    const reason = `"${telling.name}" says which homes are rented`
    // If some homes are rented and none is sold, those that are available are for rent.
    const isSale = telling.values?.some(({ value }) => meaningOf(value, LISTING_KIND_WORDS) === 'sale')
    if (!isSale && guesses.some(({ field, column }) => field === 'StandardStatus' && column === telling.name))
      return { guesses: [], constants: lease(`${reason}, and none is sold.`) }
    return { guesses: [{ field: 'ListingKind', column: telling.name, reason, options }], constants: [] }
  }
  return { guesses: [], constants: leaseOf(asked, columns) }
}

function lease(reason: string, more: Partial<Constant> = {}): Constant[] {
  return [{ field: 'ListingKind', value: 'lease', reason, ...more }]
}

function leaseOf(asked: Guess, columns: readonly ColumnProfile[]): Constant[] {
  const column = columns.find(({ name }) => name === (asked.joined?.[0] ?? asked.column))
  const signed = column?.numbers?.signed ?? []
  const ofPeriod = signed.filter(({ measures }) => measures.some(({ kind }) => kind === 'period' || kind === 'nights'))
  if (asked.joined !== undefined) return lease(`"${asked.joined[1]}" says that prices are regular payments.`)
  if (ofPeriod.length > 0) {
    // `$2,450+` between amounts such as `$2,300/mo` is a rent, too.
    const isAll = signed.every((one) => ofPeriod.includes(one) || one.max <= RENT_MAX)
    const match = `(?i)(${[...new Set(ofPeriod.flatMap(({ signs }) => signs.slice(-1)))].map((sign) => sign.replaceAll(/[^\w\s/]/g, '\\$&')).join('|')})$`
    const when: Readonly<Record<string, OptionValue>> = { [asked.column]: { match } }
    return lease(`The prices in "${asked.column}" are regular payments.`, isAll ? {} : { when })
  }
  return []
}

function leaseByPrice({ column: asked, joined, options }: Guess, columns: readonly ColumnProfile[]): Constant[] {
  const column = columns.find(({ name }) => name === asked)
  const isNumber =
    joined === undefined &&
    (column?.numbers?.signed ?? []).every(({ measures }) =>
      measures.every(({ kind }) => kind === 'dollars' || kind === 'nothing'),
    )
  const amounts = column?.texts.flatMap((text) => moneyIn(text) ?? []) ?? []
  const ranges = column?.numbers?.signed.map(({ most }) => most) ?? amounts.map((amount) => [amount, amount] as const)
  const scale = Number(options.scale ?? 1)
  const isLow =
    ranges.every(([, most]) => most * scale <= RENT_MAX) && ranges.some(([least]) => least * scale <= LEAST_RENT_MAX)
  if (!isNumber || !isLow) return []
  return lease(`The prices in "${asked}" are too low for sales.`, { doubtful: true })
}
