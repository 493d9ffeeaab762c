import type { DraftParts } from './draft.ts'
import type { Guess } from './guess.ts'
import { isOfOthers, KEY_NAMES, plainName } from './names.ts'
import type { ColumnProfile } from './profile.ts'

/** Returns the columns that may identify a row, the likelier first. */
export function keysFor(columns: readonly ColumnProfile[], guesses: readonly Guess[]): readonly DraftParts['key'][] {
  const facts = new Set(guesses.flatMap(({ field, column }) => (IDENTIFYING.has(field) ? [] : [column])))
  const unique = columns.filter((column) => !facts.has(column.name) && isUnique(column))
  const named = KEY_NAMES.flatMap((name) =>
    columns.filter(
      (column) => lastName(column.name) === name && mayBeKey(column, 0.5, BLANK_MAX) && !isOfOthers(column.name),
    ),
  )
  const parcels = columns.filter(({ name }) =>
    guesses.some(({ field, column }) => field === 'ParcelNumber' && column === name),
  )
  const likely = [
    ...named,
    ...parcels.filter((column) => mayBeKey(column, 0.5, BLANK_MAX)),
    ...unique.filter(({ name }) => /.(id|key|no|num|nbr|number|#)$/i.test(name.trim())),
  ]
  // Numbers of rows mean other homes in the next file.
  const addressed = guesses.find(({ field }) => field === 'UnparsedAddress' || field === 'StreetAddress')?.column
  const [address] = columns.filter(({ name, empty }) => name === addressed && empty === 0)
  return [
    ...likely.filter((one) => !isRowNumber(one)).map((one) => keyOfOne(one, address)),
    keyOfPlace(columns, guesses),
    keyOfOne(unique.find((one) => !isRowNumber(one))),
    keyOfOne(likely[0]),
    keyOfFacts(columns, guesses),
  ].filter((key) => key !== undefined)
}

/** @param address The column to take where the key has none. */
function keyOfOne(column: ColumnProfile | undefined, address?: ColumnProfile): DraftParts['key'] | undefined {
  if (column === undefined || (column.empty > 0 && address === undefined)) return undefined
  const often = `${column.distinct.toLocaleString('en-US')} values in ${column.rows.toLocaleString('en-US')} rows`
  const reason = `Rows with the same ${column.name} become one record: ${often}.`
  const nothing = column.placeholders.map(({ value }) => value)
  const isPartial = column.said < column.rows && address !== undefined && address.name !== column.name
  const from = {
    name: column.name,
    ...(isPartial && { or: address.name, ...(nothing.length > 0 && { emptyWhen: nothing }) }),
  }
  return { columns: [from], reason, ...(isRowNumber(column) && { doubtful: true }) }
}

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
/** Fields that distinguish rows without an address. */
const BESIDE_ADDRESS = ['CloseDate', 'ClosePrice', 'ListPrice', 'LivingArea', 'BedroomsTotal']

function keyOfPlace(columns: readonly ColumnProfile[], guesses: readonly Guess[]): DraftParts['key'] | undefined {
  const columnOf = (field: string) => {
    const name = guesses.find((guess) => guess.field === field)?.column
    const column = columns.find((one) => one.name === name)
    return column && (field === 'UnitNumber' || column.said > column.rows / 4) ? [column] : []
  }
  const [fields] = PLACES.filter((place) => place.every((field) => columnOf(field).length > 0))
  if (fields === undefined) return undefined
  const [first] = fields.flatMap(columnOf)
  const nothing = first?.placeholders.map(({ value }) => value) ?? []
  const parts = [
    ...(fields[0] === 'Longitude' ? fields : [...fields, 'UnitNumber']),
    ...(first !== undefined && first.said < first.rows ? BESIDE_ADDRESS : []),
  ]
  const names = [...new Set(parts.flatMap(columnOf).map(({ name }) => name))]
  const reason =
    'No column identifies a row; these columns together come nearest. Rows with the same values in all of them become one record.'
  return {
    columns: names.map((name) => ({ name, ...(name === first?.name && nothing.length > 0 && { emptyWhen: nothing }) })),
    reason,
    doubtful: true,
  }
}

/** Fields that rarely all agree for two homes. */
const FACTS = [
  'PostalCode',
  'City',
  'StreetName',
  ...BESIDE_ADDRESS,
  'BathroomsTotalDecimal',
  'LotSizeSquareFeet',
  'LotSizeAcres',
  'YearBuilt',
] as const
const FACTS_MIN = 4

/** Returns facts that together identify a home. They become the key. */
function keyOfFacts(columns: readonly ColumnProfile[], guesses: readonly Guess[]): DraftParts['key'] | undefined {
  const names = FACTS.flatMap((field) => guesses.find((guess) => guess.field === field)?.column ?? [])
  const known = [...new Set(names)].filter((name) => columns.some((column) => column.name === name))
  const reason =
    'No column identifies a row, and homes have no address. Rows that agree on all of these become one record.'
  return known.length < FACTS_MIN ? undefined : { columns: known.map((name) => ({ name })), reason, doubtful: true }
}

function isUnique(column: ColumnProfile): boolean {
  return (
    mayBeKey(column, 1) &&
    !/centroid|geom|shape|point|coord/i.test(column.name) &&
    (column.type === 'whole number' || column.type === 'text')
  )
}

/** Whether a column counts the rows. The same number means another home in the next edition of the file. */
function isRowNumber({ type, min = 0, max = 0, rows }: ColumnProfile): boolean {
  return type === 'whole number' && min <= 1 && max - min + 1 === rows
}

/** Fields that identify a home. In other fields, all rows may differ by chance. */
const IDENTIFYING: ReadonlySet<string> = new Set(['ParcelNumber', 'ListingId'])

function lastName(name: string): string {
  return plainName(name.slice(name.lastIndexOf('.') + 1))
}

/** The largest share of rows that may lack their id, as another column then identifies them. */
const BLANK_MAX = 0.2

/**
 * @param least Share of rows that must differ.
 * @param blankMost Share of rows that may have an empty cell.
 */
function mayBeKey(column: ColumnProfile, least: number, blankMost = 0): boolean {
  const { rows, empty, distinct, distinctIsLeast, type } = column
  return type !== 'empty' && empty <= rows * blankMost && !distinctIsLeast && distinct >= rows * least
}
