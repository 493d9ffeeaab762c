import { editDistance } from '../../../kit/algorithms/edit-distance.ts'
import type { Field, FieldTable } from '../../../model/field.ts'
import { digitsOf, type NumberStyle } from '../numbers.ts'
import { agreementOf } from './agreement.ts'
import { countedFormat, described, unitBeside } from './column-facts.ts'
import { lastKey, OF_PLACE, rankOf, sharedBeginning } from './header-rank.ts'
import { eventOf } from './header-words.ts'
import { factorFor, type Measure, type MeasuredName, measuredName, measuresOf } from './measures.ts'
import { isOfOthers, isOfSite, plainName, type Synonyms, type SynonymTable, wordsIn, wordsOfName } from './names.ts'
import type { ColumnProfile, Count } from './profile.ts'
import { meaningOf } from './words.ts'

/** A guess: the column that fills a field, the field's options, and the reason. */
export interface Guess {
  readonly field: string
  readonly column: string
  readonly reason: string
  /** Further options of the field, as a mapping spells them. */
  readonly options: Readonly<Record<string, OptionValue>>
  /** The columns that together fill the field. Absent if one column is enough. */
  readonly joined?: readonly string[]
  /** Cells that mark rows which are not homes, by column. */
  readonly outside?: Readonly<Record<string, readonly string[]>>
  /** Set if the guess is uncertain: neither the header nor all values confirm it. */
  readonly doubtful?: true
}

export type OptionValue = string | number | boolean | readonly string[] | { readonly [name: string]: OptionValue }

/** What guesses need to know about the file. */
export interface GuessContext {
  /** Whether numbers in this format have decimal commas. */
  readonly decimalComma: boolean
  /** The last year that two digits can mean in a past date. */
  readonly lastYear: number
  /** Returns the cells of two columns in pairs, one pair per row. */
  pairsOf(column: string, other: string): readonly (readonly [string, string])[]
}

/**
 * Guesses the column of each field. If a column could fill several fields, the field with the best-known name gets it.
 */
export function guessFields(
  columns: readonly ColumnProfile[],
  table: FieldTable,
  synonyms: SynonymTable,
  context: GuessContext,
): readonly Guess[] {
  const headers = new Set(columns.map(({ name }) => name))
  const correct = new Set(
    Object.keys(table).flatMap((field) => [plainName(field), ...wordsIn(synonyms[field]?.names ?? '')]),
  )
  const shared = sharedBeginning([...headers], correct)
  const rankIn = (name: string, field: string, kind: Field, names: readonly string[], measured?: MeasuredName) => {
    // If columns are numbered, such as `STREET1` and `STREET2`, the first one is the address.
    const first = OF_PLACE.has(field) && headers.has(name.replace(/1$/, '2')) ? name.replace(/_?1$/, '') : name
    const short = name.startsWith(shared) ? name.slice(shared.length) : name
    const rank = [name, first, short].map((one) => rankOf(one, field, names, measured)).find((one) => one !== undefined)
    if (rank !== undefined || isOfOthers(name)) return rank
    const { form, looks, words } = synonyms[field] ?? {}
    if ([name, lastKey(name)].some((one) => words?.(wordsOfName(one)))) return wordsRank(field, name)
    // `room_type` is one letter from `roof_type`, and its values do not show the difference.
    const isAny = ['text', 'list'].includes(kind.kind) && !(form ?? looks ?? words)
    return isAny || correct.has(plainName(name)) ? undefined : misspelledRank(plainName(name), names)
  }
  const candidates = Object.entries(table).flatMap(([field, kind]) => {
    const own = synonyms[field] ?? { names: '' }
    const names = [plainName(field), ...wordsIn(own.names)]
    return columns.flatMap((column) => {
      const measured = kind.unit === undefined ? undefined : measuredName(lastKey(column.name))
      const rank = rankIn(column.name, field, kind, names, measured)
      if (rank === undefined) return []
      const fit = fitOf(column, {
        name: field,
        field: kind,
        synonyms: own,
        measures: measured?.measures ?? [],
        isMeasuredBeside: kind.unit !== undefined && unitBeside(column.name, columns) !== undefined,
        ...context,
      })
      return fit === undefined ? [] : [{ field, column, rank, fit }]
    })
  })
  candidates.sort((a, b) => a.rank - b.rank)
  // The price beside `Last Sold Date` is `Last Sold Price`, not `Sale Amount`.
  const event = ({ column }: (typeof candidates)[number]) => eventOf(wordsOfName(column.name))
  const [day] = candidates.flatMap((one) => (one.field === 'CloseDate' ? event(one) : []))
  const paid = candidates.find((one) => one.field === 'ClosePrice' && event(one) === (day || undefined))
  if (paid !== undefined) candidates.unshift(paid)
  const [fields, taken] = [new Set<string>(), new Set<string>()]
  const chosen = candidates.flatMap(({ field, column, rank, fit: own }) => {
    if (fields.has(field) || taken.has(column.name)) return []
    const others = candidates.filter((one) => one.field === field && one.column !== column)
    const fit = withOtherColumn(field, column, own, others[0])
    fields.add(field)
    // The same column can also fill HomeType.
    if (field !== 'PropertySubType') taken.add(column.name)
    const name = rank === 0 ? 'the header is its RESO name' : `"${column.name}" is a usual header for it`
    return [{ field, column: column.name, ...fit, reason: `${name}; ${fit.reason}` }]
  })
  return chosen.map((guess) => {
    if (!FILLED_UP.has(guess.field)) return guess
    const all = candidates.filter(({ field, column, rank }) => {
      const isFree = column.name === guess.column || !taken.has(column.name)
      return field === guess.field && rank < 260 && isFree
    })
    return filledUp(guess, all, context)
  })
}

/** Facts that tables often have in two columns, one of them mostly empty. */
const FILLED_UP: ReadonlySet<string> = new Set(
  wordsIn('BedroomsTotal BathroomsTotalDecimal YearBuilt StoriesTotal Latitude Longitude'),
)

/**
 * If two columns fit the field and agree, reads the fuller column first, and the other column if the first is empty.
 */
function filledUp(
  guess: Guess,
  all: readonly { readonly column: ColumnProfile; readonly fit: Fit }[],
  { pairsOf }: GuessContext,
): Guess {
  const [best, other] = all.toSorted((a, b) => b.column.said - a.column.said)
  if (best === undefined || other === undefined || best.column.empty === 0) return guess
  const pairs = pairsOf(best.column.name, other.column.name)
  const { agreeing, rows } = agreementOf(pairs, (one, same) =>
    /\d/.test(one) && /\d/.test(same) ? Number(one) === Number(same) : undefined,
  )
  if (agreeing < rows * 0.9) return guess
  const { emptyWhen: nothing, ...options } = best.fit.options
  const { emptyWhen: others, ...otherOptions } = other.fit.options
  if (JSON.stringify(options) !== JSON.stringify(otherOptions)) return guess
  const emptyWhen = [...new Set([nothing, others].flatMap((words) => (Array.isArray(words) ? words : [])))]
  const [column, or] = [best.column.name, other.column.name]
  const reason = `"${column}", or else "${or}"; ${best.fit.reason}`
  return { ...guess, column, reason, options: { column: [column, or], ...options, ...(emptyWhen[0] && { emptyWhen }) } }
}

/**
 * Reads a word from a second column if the first is empty: tables often have a broad and a narrow kind of home, and
 * past sales often have no status.
 */
function withOtherColumn(
  field: string,
  column: ColumnProfile,
  fit: Fit,
  other?: { readonly column: ColumnProfile; readonly fit: Fit },
) {
  const own = column.values?.map(({ value }) => [value, value] as const) ?? []
  const values = meaningsOf(fit.options.values) ?? Object.fromEntries(own)
  const others = meaningsOf(other?.fit.options.values)
  const isMeant = fit.options.otherwise !== undefined || field === 'StandardStatus'
  if (!isMeant || column.empty === 0 || !others || !other) return fit
  const options = { ...fit.options, column: [column.name, other.column.name], values: { ...others, ...values } }
  return { ...fit, outside: { ...other.fit.outside, ...fit.outside }, options }
}

function meaningsOf(values: OptionValue | undefined): Readonly<Record<string, OptionValue>> | undefined {
  const isMap = typeof values === 'object' && !Array.isArray(values)
  return isMap ? (values as Readonly<Record<string, OptionValue>>) : undefined // not a list: checked above
}

/** Minimum length of a name that may be misspelled, such as `bedroms`. Shorter names resemble too many other names. */
const MISSPELLED_MIN = 6

/** Ranks a header that differs from a long name by one letter. It comes after all others. */
function misspelledRank(plain: string, names: readonly string[]): number | undefined {
  if (plain.length < MISSPELLED_MIN) return undefined
  const i = names.findIndex(
    (name) => name[0] === plain[0] && name.length > MISSPELLED_MIN && editDistance(plain, name, 1) !== undefined,
  )
  return i === -1 ? undefined : MISSPELLED_RANK + i
}

const MISSPELLED_RANK = 1000

/** Ranks a header that only its words make likely. Counted rooms come after names such as `num_beds`. */
function wordsRank(field: string, name: string): number {
  if (['City', 'StateOrProvince', 'PostalCode'].includes(field) && isOfSite(name)) return 0.7
  return /^(Bed|Bath|LotSizeSquare)/.test(field) ? 450 : 300
}

type Fit = Pick<Guess, 'reason' | 'options' | 'doubtful' | 'outside'>

/** The field that a column might fill. */
interface Asked extends GuessContext {
  readonly name: string
  readonly field: Field
  readonly synonyms: Synonyms
  /** The units in the header. */
  readonly measures: readonly Measure[]
  readonly isMeasuredBeside?: boolean
}

/** Returns how a column's values can fill a field. Undefined if they cannot. */
export function fitOf(column: ColumnProfile, asked: Asked): Fit | undefined {
  const { field, synonyms } = asked
  if (column.type === 'empty' || synonyms.looks?.(column) === false) return undefined
  if (field.kind === 'number' || field.kind === 'wholeNumber') return numberFit(column, asked)
  const fit = otherFit(column, asked)
  const silent = column.values?.filter(({ value }) => synonyms.nothing?.test(value)) ?? []
  const nothing = [...column.placeholders, ...silent].map(({ value }) => value)
  return fit && (nothing.length === 0 ? fit : { ...fit, options: { ...fit.options, emptyWhen: nothing } })
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ')
}

function otherFit(column: ColumnProfile, asked: Asked): Fit | undefined {
  const { field, synonyms } = asked
  if (field.kind === 'oneOf') return wordFit(column, field, synonyms)
  if (field.kind === 'boolean') return booleanFit(column)
  if (field.kind === 'date' || field.kind === 'time') return dayFit(column, asked)
  if (field.kind === 'list') {
    const isPlain = column.type === 'text' || column.type === 'list' || column.type === 'web address'
    const isFit = field.values === undefined && isPlain && (!field.web || column.type !== 'text')
    return isFit ? { reason: described(column), options: {} } : undefined
  }
  return textFit(column, synonyms)
}

const EUROPEAN: NumberStyle = { decimalComma: true, thousands: '.' }

function numberFit(column: ColumnProfile, asked: Asked): Fit | undefined {
  const { name, field, synonyms, measures, decimalComma, isMeasuredBeside = false } = asked
  const { numbers, values = [] } = column
  // A price such as 200101 also looks like the month 2001-01.
  const isDate = column.dates !== undefined && column.dates.formats?.join() !== 'YYYYMM'
  if (numbers === undefined || isDate) return undefined
  // Prices never have three decimals, so the points in 509.500 separate thousands.
  const isEuropean = numbers.hasThrees && field.unit === 'dollars'
  const style = isEuropean ? EUROPEAN : numbers.style
  const scale = factorFor(measures, name, field)
  if (scale === undefined) return undefined
  const own = numbers.signed.map((one) => ({ ...one, factor: factorFor(one.measures, name, field) }))
  const isMeasured = own.some(({ measures: signs }) =>
    signs.some(({ kind }) => measures.some((other) => other.kind === kind)),
  )
  const read = own.flatMap((one) => {
    const factor =
      one.factor === undefined ? undefined : one.factor * (isMeasured ? 1 : scale) * (isEuropean ? 1000 : 1)
    return factor === undefined ? [] : [{ ...one, factor, min: one.min * factor, max: one.max * factor }]
  })
  if (sumOf(read) * 2 < column.said - numbers.ranges) return undefined
  const [min, max] = [Math.min(...read.map((one) => one.min)), Math.max(...read.map((one) => one.max))]
  const [least, greatest] = synonyms.within ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const zeros = column.values?.some(({ value }) => Number(value) === 0) ?? min === 0
  const isMinus = min === -1 && read.some(({ share: shareOf, factor }) => shareOf(-1 / factor, -1 / factor) > 0.05)
  const isNone = least > 0 && (zeros || isMinus)
  const isTooLow = (value: number) => value < Math.min(least, 0) && !isNone
  // Years lie in a narrow range, so a column with many other numbers is not a column of years.
  const shareMin = name.startsWith('Year') && column.said > 20 ? 0.8 : 0.5
  const isInRange = ({ factor, share: shareOf }: (typeof read)[number]) =>
    shareOf(least / factor, greatest / factor) + (isNone ? shareOf(-1, 0) : 0) > shareMin
  // Coordinates may be in millionths of a degree, or swapped.
  if (!read.some(isInRange) && !isMeasuredBeside && !name.endsWith('itude')) return undefined
  const strange = [...(isTooLow(min) ? [min] : []), ...(max > greatest ? [max] : [])]
  const words = Object.fromEntries(
    [...values.map(({ value }) => value), ...numbers.odd.texts].flatMap((text) => {
      const meaning = synonyms.meanings && meaningOf(text, synonyms.meanings)
      return meaning === undefined ? [] : [[text, meaning]]
    }),
  )
  const unread = [
    ...numbers.odd.texts.filter((text) => !(text in words)),
    ...own.flatMap(({ factor, signs }) => (factor === undefined ? [signs.join(' ')] : [])),
  ]
  const nothing = isNone ? [...(zeros ? ['0'] : []), ...(isMinus ? ['-1'] : [])] : []
  const emptyWhen = [...column.placeholders.map(({ value }) => value), ...nothing]
  // Round converted numbers: they are no more exact than the original.
  const isConverted = field.unit !== undefined && field.unit !== 'acres' && read.some(({ factor }) => factor !== 1)
  const units = unitsOf(
    read.flatMap(({ signs }) => signs),
    name,
    field,
  )
  return {
    reason: [
      described(column),
      ...(isNone ? [`${nothing.join(' and ')} is read as unknown`] : []),
      ...(numbers.ranges > 0 ? [`${numbers.ranges} ranges of numbers are not read`] : []),
      ...(strange.length > 0 ? [`unusual values: ${strange.join(', ')}`] : []),
      ...(unread.length > 0 ? [`cannot be read: ${quoted(unread)}`] : []),
    ].join('; '),
    ...(strange.length + unread.length > 0 && { doubtful: true }),
    options: {
      ...(style.decimalComma !== decimalComma && { decimalComma: style.decimalComma }),
      ...(style.thousands !== undefined && { thousands: style.thousands }),
      ...(units !== undefined && { units }),
      ...(scale !== 1 && !isMeasured && { scale }),
      ...(isConverted && { digits: 0 }),
      ...(Object.keys(words).length > 0 && { values: words, otherwise: 'keep' }),
      ...(emptyWhen.length > 0 && { emptyWhen }),
    },
  }
}

/** Returns the units as a mapping spells them, with their factors unless all factors are 1. */
export function unitsOf(signs: readonly string[], name: string, field: Field): OptionValue | undefined {
  const units = [...new Set(signs)].flatMap((sign) => {
    const factor = factorFor(measuresOf(sign) ?? [], name, field)
    return factor === undefined ? [] : [[sign, factor] as const]
  })
  if (units.length === 0) return undefined
  return units.every(([, factor]) => factor === 1) ? units.map(([sign]) => sign) : Object.fromEntries(units)
}

function sumOf(counts: readonly { readonly cells: number }[]): number {
  return counts.reduce((sum, { cells }) => sum + cells, 0)
}

function wordFit(column: ColumnProfile, { values: accepted = [] }: Field, synonyms: Synonyms): Fit | undefined {
  const { meanings, otherwise, outside: isOutside, nothing } = synonyms
  const words = column.type === 'list' ? undefined : column.values
  if (words === undefined) return undefined
  const isFilled = otherwise === undefined || (column.empty === 0 && column.placeholders.length === 0)
  if (isFilled && words.every(({ value }) => accepted.includes(value)))
    return { reason: described(column), options: {} }
  const values: Record<string, string> = {}
  for (const { value } of words) {
    const meaning = accepted.includes(value) ? value : meanings && meaningOf(value, meanings)
    if (meaning !== undefined) values[value] = meaning
  }
  const matching = words.filter(({ value }) => value in values)
  const outside = words.filter(({ value }) => !(value in values) && isOutside?.test(value))
  const silent = words.filter(({ value }) => !(value in values) && nothing?.test(value))
  const isNumbers = column.type === 'whole number' || column.type === 'number'
  if (matching.length === 0 || share([...matching, ...outside, ...silent], words) < (isNumbers ? 1 : 0.5))
    return undefined
  const unknown = words.filter((word) => ![...matching, ...outside, ...silent].includes(word))
  const rest = unknown.length === 0 ? '' : `; add what ${quoted(unknown.map(({ value }) => value))} means`
  const reason = `${matching.length} of its ${words.length} words are known${rest}`
  return {
    reason,
    options: { values, ...(otherwise !== undefined && (unknown.length > 0 || !isFilled) && { otherwise }) },
    ...(outside.length > 0 && { outside: { [column.name]: outside.map(({ value }) => value) } }),
    ...(unknown.length > 0 && { doubtful: true }),
  }
}

function booleanFit(column: ColumnProfile): Fit | undefined {
  const isBinary = column.values?.every(({ value }) => value === '0' || value === '1') ?? false
  return column.type === 'yes or no' || isBinary ? { reason: described(column), options: {} } : undefined
}

/** Fields whose dates are in the past. This decides the century of two-digit years. */
const PAST: ReadonlySet<string> = new Set(
  wordsIn('CloseDate OnMarketDate OnMarketTimestamp PurchaseContractDate ModificationTimestamp'),
)

function dayFit(column: ColumnProfile, { name, lastYear }: Asked): Fit | undefined {
  const { dates } = column
  if (dates === undefined) {
    const counted = countedFormat(column)
    const since = counted === 'serial' ? 'as spreadsheets count days' : 'counted since 1970'
    return counted && { reason: `${described(column)}, ${since}`, options: { format: counted } }
  }
  const { formats = [], hasShortYears, odd } = dates
  const serial = odd.texts.some((text) => /^\d{5}$/.test(text))
    ? [...(formats.length === 0 ? ['any'] : []), 'serial']
    : []
  const [first, ...others] = [...formats, ...serial]
  return {
    reason: `${described(column)}${odd.cells > 0 ? `; cannot be read: ${quoted(odd.texts)}` : ''}`,
    ...(odd.cells > 0 && { doubtful: true }),
    options: {
      ...(first !== undefined && { format: others.length === 0 ? first : [first, ...others] }),
      ...(hasShortYears && PAST.has(name) && { lastYear }),
    },
  }
}

function textFit(column: ColumnProfile, { form, pad, isOwn }: Synonyms): Fit | undefined {
  const shown = column.values ?? column.texts.map((value) => ({ value, rows: 1 }))
  const odd = shown.filter(({ value }) => form?.test(digitsOf(value) ?? '') === false)
  if (column.type === 'list' || (isOwn && column.distinct < column.said / 2)) return undefined
  if (share(odd, shown) > 0.5) return undefined
  const isShort = pad !== undefined && column.lengths[0] < pad
  const look = odd.length === 0 ? '' : `; unusual values: ${quoted(odd.slice(0, ODD_SHOWN).map(({ value }) => value))}`
  return {
    reason: `${described(column)}${isShort ? `; leading zeros are restored to ${pad} digits` : ''}${look}`,
    options: isShort ? { pad } : {},
    ...(odd.length > 0 && { doubtful: true }),
  }
}

/** Number of unusual values that a reason shows. */
const ODD_SHOWN = 3

function share(some: readonly Count[], all: readonly Count[]): number {
  return rowsOf(some) / Math.max(1, rowsOf(all))
}

function rowsOf(counts: readonly Count[]): number {
  return counts.reduce((total, { rows }) => total + rows, 0)
}
