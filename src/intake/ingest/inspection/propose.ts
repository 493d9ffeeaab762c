import type { Day } from '../../../kit/base/clock.ts'
import type { FieldTable } from '../../../model/field.ts'
import type { Constant, DraftParts } from './draft.ts'
import { type Guess, guessFields } from './guess.ts'
import { HOME_SYNONYMS, KEY_NAMES, OFFER_SYNONYMS, plainName, wordsIn } from './names.ts'
import type { ColumnProfile } from './profile.ts'
import { standingOf } from './standing.ts'

export type Proposal = Pick<DraftParts, 'noun' | 'key' | 'constants' | 'guesses' | 'notUsed'>

/** The questions that a proposal may ask. */
export interface ProposalContext {
  readonly fields: FieldTable
  /** Whether the format has decimal commas. A mapping has one way of writing numbers for all columns. */
  readonly decimalComma: boolean
  /** The day on which the file was written. Later days in it are no past. */
  readonly today: Day
}

/** The reason why there is no proposal. */
export interface NoProposal {
  readonly whyNot: string
}

/** Proposes offers of the second portal for columns in Poland, and homes for all others. */
export function nounOf(columns: readonly ColumnProfile[]): 'home' | 'offer' {
  const range = (names = '') =>
    columns.find(({ name, min }) => min !== undefined && wordsIn(names).includes(plainName(name)))
  const latitude = range(OFFER_SYNONYMS.Latitude?.names)
  const longitude = range(OFFER_SYNONYMS.Longitude?.names)
  return lies(latitude, 48.9, 55) && lies(longitude, 14, 24.2) ? 'offer' : 'home'
}

function lies(column: ColumnProfile | undefined, least: number, most: number): boolean {
  return (column?.min ?? 0) > least && (column?.max ?? 0) < most
}

/** Proposes the meaning of each column, for a draft. */
export function propose(all: readonly ColumnProfile[], context: ProposalContext): Proposal | NoProposal {
  const columns = nameable(all)
  const noun = nounOf(columns)
  const readable = columns.filter((column) => isReadable(column, context))
  const { guesses, constants } = noun === 'home' ? homeFields(readable, context) : offerFields(readable, context)
  const key = keyFor(columns, guesses)
  if (!guesses.some(({ field }) => PROPERTY_FIELDS.has(field)))
    return { whyNot: 'its columns do not look like homes or offers. mappings/README.md says how to write a mapping.' }
  if (key === undefined) return { whyNot: 'nothing in it identifies a row: no id, no address, no coordinates.' }
  const used = new Set([...guesses.flatMap(({ column, joined }) => joined ?? [column]), ...key.columns])
  return { noun, key, constants, guesses, notUsed: columns.map(({ name }) => name).filter((name) => !used.has(name)) }
}

/** Returns the columns that a mapping can name: a column of row numbers often has no name, and others share theirs. */
function nameable(columns: readonly ColumnProfile[]): readonly ColumnProfile[] {
  const names = Map.groupBy(columns, ({ name }) => name)
  return columns.filter(({ name }) => name !== '' && names.get(name)?.length === 1)
}

function isReadable({ type, decimalComma = false }: ColumnProfile, format: ProposalContext): boolean {
  return (type !== 'number' && type !== 'whole number') || decimalComma === format.decimalComma
}

/** Names of telling columns. A table without any of these is about something else, such as regions. */
const PROPERTY_FIELDS: ReadonlySet<string> = new Set([
  'StreetAddress',
  'StreetName',
  'ParcelNumber',
  'BedroomsTotal',
  'LivingArea',
  'YearBuilt',
  'ListPrice',
  'ClosePrice',
  'Area',
])

type Fields = Pick<Proposal, 'constants' | 'guesses'>

function homeFields(columns: readonly ColumnProfile[], context: ProposalContext): Fields {
  const named = guessFields(columns, context.fields, HOME_SYNONYMS)
  const { guesses, constants } = standingOf(columns, [...named, ...byLooks(columns, named)], context)
  if (guesses.some(({ field }) => field === 'HomeType')) return { guesses, constants }
  const reason = 'No column says what kind of home the rows are: change it if they are not houses.'
  return { guesses, constants: [{ field: 'HomeType', value: 'SINGLE_FAMILY', reason, doubtful: true }, ...constants] }
}

/** Guesses by values where no header helps: ZIP codes and coordinates in the United States are recognised. */
function byLooks(columns: readonly ColumnProfile[], named: readonly Guess[]): Guess[] {
  const taken = new Set(named.map(({ column }) => column))
  const free = columns.filter(({ name }) => !taken.has(name))
  const has = (field: string) => named.some((guess) => guess.field === field)
  const guesses: Guess[] = []
  const zips = has('PostalCode') ? undefined : free.find(looksLikeZips)
  if (zips !== undefined) {
    const reason = 'its values are ZIP codes that exist, whatever the header says'
    const options = zips.lengths[0] < 5 ? { pad: 5 } : {}
    guesses.push({ field: 'PostalCode', column: zips.name, reason, options, doubtful: true })
  }
  const within = (least: number, most: number) =>
    free.filter(({ type, min = 0, max = 0 }) => type === 'number' && min > least && max < most)
  const [latitudes, longitudes] = [within(17, 72), within(-180, -64)]
  const [latitude, longitude] = [latitudes[0], longitudes[0]]
  if (has('Latitude') || has('Longitude') || !latitude || !longitude) return guesses
  if (latitudes.length > 1 || longitudes.length > 1 || latitude.distinct < 20) return guesses
  const reason = 'the only column of numbers in such a range, beside one for the other coordinate'
  return [
    ...guesses,
    { field: 'Latitude', column: latitude.name, reason, options: {}, doubtful: true },
    { field: 'Longitude', column: longitude.name, reason, options: {}, doubtful: true },
  ]
}

function looksLikeZips({ lengths: [, max], distinct, zips, said }: ColumnProfile): boolean {
  return max === 5 && distinct >= 3 && zips >= said * 0.9
}

/** The highest plausible monthly rent in PLN. Prices are far above it. */
const RENT_MAX = 50_000

function offerFields(columns: readonly ColumnProfile[], { fields }: ProposalContext): Fields {
  const guesses = guessFields(columns, fields, OFFER_SYNONYMS)
  const price = columns.find(({ name }) => guesses.some((g) => g.field === 'ListPrice' && g.column === name))
  const isRent = (price?.max ?? Number.POSITIVE_INFINITY) <= RENT_MAX
  const constants: Constant[] = [
    {
      field: 'PropertyType',
      value: 'Apartment',
      reason: 'No column says what kind of property the rows are: change it if they are not flats.',
      doubtful: true,
    },
    {
      field: 'SearchType',
      value: isRent ? 'For_Rent' : 'For_Sale',
      reason: isRent ? 'No price is as high as for a sale.' : 'Prices are as high as for a sale.',
      doubtful: true,
    },
  ]
  return { guesses, constants: constants.filter(({ field }) => !guesses.some((guess) => guess.field === field)) }
}

function keyFor(columns: readonly ColumnProfile[], guesses: readonly Guess[]): Proposal['key'] | undefined {
  const facts = new Set(guesses.flatMap(({ field, column }) => (IDENTIFYING.has(field) ? [] : [column])))
  const unique = columns.filter((column) => !facts.has(column.name) && isUnique(column))
  const named = KEY_NAMES.flatMap((name) =>
    columns.filter((column) => lastName(column.name) === name && mayBeKey(column, 0.5)),
  )
  const [column] = [...named, ...unique.filter(({ name }) => /.(id|key|no|num|nbr|number|#)$/i.test(name.trim()))]
  return keyOfOne(column) ?? keyOfPlace(columns, guesses) ?? keyOfOne(unique.find((one) => !isRowNumber(one)))
}

function keyOfOne(column: ColumnProfile | undefined): Proposal['key'] | undefined {
  if (column === undefined) return undefined
  const often = `${column.distinct.toLocaleString('en-US')} values in ${column.rows.toLocaleString('en-US')} rows`
  return { columns: [column.name], reason: `Rows with one ${column.name} become one record: ${often}.` }
}

/** Sets of fields that identify a home, the better first. The unit joins those that have a street. */
const PLACES = [
  ['StreetAddress', 'PostalCode'],
  ['StreetAddress', 'City'],
  ['StreetNumber', 'StreetName', 'PostalCode'],
  ['StreetNumber', 'StreetName', 'City'],
  ['StreetAddress'],
  ['StreetNumber', 'StreetName'],
  ['Longitude', 'Latitude'],
]

function keyOfPlace(columns: readonly ColumnProfile[], guesses: readonly Guess[]): Proposal['key'] | undefined {
  const columnOf = (field: string) => {
    const name = guesses.find((guess) => guess.field === field)?.column
    const column = columns.find((one) => one.name === name)
    return column && (field === 'UnitNumber' || column.empty < column.rows / 2) ? [column.name] : []
  }
  const [fields] = PLACES.filter((place) => place.every((field) => columnOf(field).length > 0))
  if (fields === undefined) return undefined
  const parts = fields[0] === 'Longitude' ? fields : [...fields, 'UnitNumber']
  const reason = 'No column identifies a row; these together come nearest. Rows that agree on them become one record.'
  return { columns: parts.flatMap(columnOf), reason, doubtful: true }
}

function isUnique(column: ColumnProfile): boolean {
  return mayBeKey(column, 1) && (column.type === 'whole number' || column.type === 'text')
}

/** Whether a column counts the rows. Such a number means another row in the next edition of the file. */
function isRowNumber({ type, min = 0, max = 0, rows }: ColumnProfile): boolean {
  return type === 'whole number' && min <= 1 && max - min + 1 === rows
}

/** Fields that identify a home. Any other field may differ from row to row by chance. */
const IDENTIFYING: ReadonlySet<string> = new Set(['ParcelNumber', 'ListingId'])

function lastName(name: string): string {
  return plainName(name.slice(name.lastIndexOf('.') + 1))
}

/** @param least Share of rows that must differ. */
function mayBeKey({ rows, empty, distinct, distinctIsLeast, type }: ColumnProfile, least: number): boolean {
  return type !== 'empty' && empty === 0 && !distinctIsLeast && distinct >= rows * least
}
