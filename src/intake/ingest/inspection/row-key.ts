import type { DraftParts } from './draft.ts'
import type { Guess } from './guess.ts'
import { isOfOthers, KEY_NAMES, plainName, wordsIn } from './names.ts'
import type { ColumnProfile } from './profile.ts'

/** Returns the columns that may identify a row, most likely first. */
export function keysFor(columns: readonly ColumnProfile[], guesses: readonly Guess[]): readonly DraftParts['key'][] {
  const facts = new Set(guesses.flatMap(({ field, column }) => (IDENTIFYING.has(field) ? [] : [column])))
  const unique = columns.filter((column) => !facts.has(column.name) && isUnique(column))
  const named = KEY_NAMES.flatMap((name) =>
    columns.filter((column) => lastName(column.name) === name && !isOfOthers(column.name)),
  ).sort((one, other) => one.name.split('.').length - other.name.split('.').length) // `region.id` is no home's
  const parcels = columns.filter(({ name }) =>
    guesses.some(({ field, column }) => field === 'ParcelNumber' && column === name),
  )
  const likely = [
    ...[...named, ...parcels].filter((column) => whyNoKey(column) === undefined),
    ...unique.filter(({ name }) => /.(id|key|no|num|nbr|number|#)$/i.test(name.trim()) && !isOfOthers(name)),
  ]
  // A row number means a different home in the next file.
  const addressed = guesses.find(({ field }) => field === 'UnparsedAddress' || field === 'StreetAddress')?.column
  const address = columns.find(({ name }) => name === addressed)
  const refused = named.flatMap((column) => whyNoKey(column) ?? (isRowNumber(column) ? countsRows(column) : []))
  return [
    ...likely.filter((one) => !isRowNumber(one)).map((one) => keyOfOne(one, address)),
    keyOfPlace(columns, guesses, refused),
    keyOfOne(unique.find((one) => !isRowNumber(one) && isUnique(one, 0))),
    keyOfOne(likely[0]),
  ].filter((key) => key !== undefined)
}

/** @param address The column that identifies rows without a key, if any. */
function keyOfOne(column: ColumnProfile | undefined, address?: ColumnProfile): DraftParts['key'] | undefined {
  if (column === undefined || (address === undefined && column.rows - column.said > oddMax(column))) return undefined
  const often = `${column.distinct.toLocaleString('en-US')} values in ${column.rows.toLocaleString('en-US')} rows`
  const reason = `Rows with the same ${column.name} become one record: ${often}.`
  const isPartial = column.said < column.rows && address !== undefined && address.name !== column.name
  const nothing = isPartial ? nothingIn(column, address) : []
  const from = {
    name: column.name,
    ...(isPartial && { or: address.name, ...(nothing.length > 0 && { emptyWhen: nothing }) }),
  }
  return { columns: [from], reason, ...(isRowNumber(column) && { doubtful: true }) }
}

/** Returns the cells of some columns that mean "no value". */
function nothingIn(...columns: readonly ColumnProfile[]): readonly string[] {
  return [...new Set(columns.flatMap(({ placeholders }) => placeholders.map(({ value }) => value)))]
}

/** Facts that do not change. They distinguish rows without an address, and together identify a home. */
const LASTING = wordsIn('LivingArea BedroomsTotal BathroomsTotalDecimal LotSizeSquareFeet LotSizeAcres YearBuilt')
/** Sets of fields that identify a home, best first. The unit is added to sets with a street. */
const PLACES = [
  ['StreetAddress', 'PostalCode'],
  ['StreetAddress', 'City'],
  ['StreetNumber', 'StreetName', 'PostalCode'],
  ['StreetNumber', 'StreetName', 'City'],
  ['UnparsedAddress'],
  ['StreetAddress'],
  ['StreetNumber', 'StreetName'],
  ['Longitude', 'Latitude'],
]
/** Fields that distinguish rows without an address. Prices and dates change, so they count only in these rows. */
const BESIDE_ADDRESS = wordsIn('CloseDate ClosePrice ListPrice LivingArea BedroomsTotal Longitude Latitude')
const FACTS = ['PostalCode', 'City', 'StreetName', ...LASTING]
const FACTS_MIN = 4

function keyOfPlace(
  columns: readonly ColumnProfile[],
  guesses: readonly Guess[],
  refused: readonly string[],
): DraftParts['key'] | undefined {
  const columnsOf = (fields: readonly string[]) => {
    const names = fields.flatMap((field) => guesses.find((guess) => guess.field === field)?.column ?? [])
    return [...new Set(names)].flatMap((name) => columns.find((one) => one.name === name) ?? [])
  }
  const isThere = (field: string) => columnsOf([field]).some(({ said, rows }) => said > rows / 4)
  const fields = PLACES.find((place) => place.every(isThere)) ?? FACTS.filter((fact) => columnsOf([fact]).length > 0)
  if (!PLACES.includes(fields) && fields.length < FACTS_MIN) return undefined
  const hasStreet = PLACES.includes(fields) && fields[0] !== 'Longitude'
  const parts = columnsOf([...fields, ...(hasStreet ? ['UnitNumber'] : [])])
  const [first] = parts
  const nothing = first ? nothingIn(first) : []
  const emptyWhen = nothing.length > 0 ? { emptyWhen: nothing } : {}
  const others = first !== undefined && hasStreet && first.said < first.rows ? columnsOf(BESIDE_ADDRESS) : []
  const reason =
    'No column identifies a row; these columns together come nearest. Rows with the same values in all of them become one record.'
  return {
    columns: [
      ...parts.map(({ name }) => ({ name, ...(name === first?.name && emptyWhen) })),
      ...others.map(({ name }) => ({ name: first?.name ?? name, or: name, ...emptyWhen })),
    ],
    reason: [...refused, reason].join(' '),
    doubtful: true,
  }
}

function isUnique(column: ColumnProfile, odd = oddMax(column)): boolean {
  return (
    column.said > 0 &&
    !column.distinctIsLeast &&
    column.rows - column.said <= odd &&
    column.said - column.distinct <= odd &&
    !/centroid|geom|shape|point|coord/i.test(column.name) &&
    (column.type === 'whole number' || column.type === 'text' || column.type === 'web address')
  )
}

/** Returns the number of rows that may lack or repeat an id, such as a row of totals. */
function oddMax({ rows }: ColumnProfile): number {
  return rows < ROWS_OF_ODD ? 0 : Math.max(1, rows / 100)
}

/** A table with fewer rows may have unique values by chance. */
const ROWS_OF_ODD = 20

/** Whether a column has row numbers. The same number means a different home in the next file. */
function isRowNumber({ type, min = 0, max = 0, rows }: ColumnProfile): boolean {
  return type === 'whole number' && min <= 1 && max - min + 1 === rows
}

/** Fields that identify a home. In other fields, all rows may differ by chance. */
const IDENTIFYING: ReadonlySet<string> = new Set(['ParcelNumber', 'ListingId'])

function lastName(name: string): string {
  return plainName(name.slice(name.lastIndexOf('.') + 1))
}

/** Maximum share of rows without an id, if another column identifies these rows. */
const BLANK_MAX = 0.2

/** Returns why a column that is named like an id does not identify rows. Undefined if it does. */
function whyNoKey({ name, rows, said, distinct, distinctIsLeast }: ColumnProfile): string | undefined {
  const not = `"${name}" is not the key:`
  if (rows - said > Math.max(1, rows * BLANK_MAX)) return `${not} ${rows - said} of ${rows} rows have no value in it.`
  if (distinctIsLeast || distinct < said / 2) return `${not} most of its values occur in several rows.`
  return undefined
}

function countsRows({ name }: ColumnProfile): string {
  return `"${name}" is not the key: it counts the rows, and the next file may count them differently.`
}
