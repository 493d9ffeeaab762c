import type { FieldTable } from '../../../model/field.ts'
import { agreementOf } from './agreement.ts'
import type { Constant, DraftParts } from './draft.ts'
import { withFirstAmounts } from './first-amounts.ts'
import { type Guess, type GuessContext, guessFields } from './guess.ts'
import { OF_PLACE } from './header-rank.ts'
import { isAddress, isCity, isState, isZip } from './header-words.ts'
import { HOME_SYNONYMS, isOfOthers, isOfSite, plainName, wordsIn, wordsOfName } from './names.ts'
import { OFFER_SYNONYMS } from './offer-names.ts'
import type { ColumnProfile } from './profile.ts'
import { withParts, withRooms } from './rooms.ts'
import { keysFor } from './row-key.ts'
import { standingOf } from './standing.ts'
import { withMixedLots, withUnits } from './units.ts'
import { withPrice } from './unnamed-price.ts'
import {
  byLooks,
  inStateOfZips,
  type PlaceContext,
  placed,
  stateOfFile,
  whyAbroad,
  withoutOwnersPlace,
} from './whereabouts.ts'

export type Proposal = Pick<DraftParts, 'noun' | 'key' | 'constants' | 'guesses' | 'notUsed' | 'notes'> & {
  /** The columns that may identify a row, most likely first. */
  readonly keys: readonly DraftParts['key'][]
}

/** What a proposal needs to know about the file. */
export interface ProposalContext extends GuessContext, PlaceContext {
  readonly fields: FieldTable
}

/** Why there is no proposal. */
export interface NoProposal {
  readonly whyNot: string
}

/** Proposes apartment offers if the coordinates are in Poland, and homes otherwise. */
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

/** Proposes a meaning for each column. */
export function propose(all: readonly ColumnProfile[], context: ProposalContext): Proposal | NoProposal {
  const columns = nameable(all)
  const noun = nounOf(columns)
  const { guesses, constants, notes } = noun === 'home' ? homeFields(columns, context) : offerFields(columns, context)
  const keys = keysFor(columns, guesses)
  const [key] = keys
  if (!guesses.some(({ field }) => PROPERTY_FIELDS.has(field)))
    return { whyNot: 'its columns do not look like homes or offers. mappings/README.md says how to write a mapping.' }
  const abroad = noun === 'home' ? whyAbroad(columns, guesses, context) : undefined
  if (abroad !== undefined) return { whyNot: abroad }
  if (key === undefined) return { whyNot: 'nothing in it identifies a row: no id, no address, no coordinates.' }
  const used = new Set([
    ...guesses.flatMap(({ column, joined }) => joined ?? [column]),
    ...key.columns.flatMap(({ name, or }) => [name, ...(or === undefined ? [] : [or])]),
  ])
  const notUsed = columns.map(({ name }) => name).filter((name) => !used.has(name))
  return {
    noun,
    key,
    keys,
    constants,
    guesses,
    notUsed,
    notes: [...twice(all), ...notes, ...unread(columns, guesses)],
  }
}

/** Returns the columns that a mapping can name: their name is unique and not empty. */
function nameable(columns: readonly ColumnProfile[]): readonly ColumnProfile[] {
  const names = Map.groupBy(columns, ({ name }) => name)
  return columns.filter(({ name }) => name !== '' && names.get(name)?.length === 1)
}

/** Returns a sentence for each name that several columns share. No mapping can name these columns. */
function twice(columns: readonly ColumnProfile[]): string[] {
  return [...Map.groupBy(columns, ({ name }) => name)].flatMap(([name, { length }]) =>
    length === 1 || name === ''
      ? []
      : [`"${name}" is the name of ${length} columns, so none of them is read: rename them.`],
  )
}

function isPriceOrDate(header: string): boolean {
  return ['ListPrice', 'ClosePrice', 'CloseDate', 'OnMarketDate'].some((field) => {
    const { names = '', words } = HOME_SYNONYMS[field] ?? {}
    const isNamed = /(^| )(date|dt|day|on|price|prc|amount|amt)( |$)/.test(wordsOfName(header))
    return wordsIn(names).includes(plainName(header)) || (isNamed && words?.(wordsOfName(header)))
  })
}

/** Returns a sentence for each column that is named like a price or date but has unreadable cells. */
function unread(columns: readonly ColumnProfile[], guesses: readonly Guess[]): string[] {
  const used = new Set(guesses.flatMap(({ column, joined }) => joined ?? [column]))
  return columns.flatMap(({ name, said, samples, numbers, dates }) => {
    if (said === 0 || used.has(name) || !isPriceOrDate(name) || isOfOthers(name) || numbers || dates) return []
    return [`"${name}" cannot be read as a price or a date: it has cells such as "${samples[0] ?? ''}".`]
  })
}

/** Fields typical of properties. A table without any of them is about something else, such as regions. */
const PROPERTY_FIELDS: ReadonlySet<string> = new Set(
  wordsIn(
    'StreetAddress UnparsedAddress StreetName ParcelNumber BedroomsTotal LivingArea YearBuilt ListPrice ClosePrice Area',
  ),
)

/** Takes city and state from one column, such as `Boston, MA` under `city` or `state`, if no other column has the state. */
function withStateOfCity(guesses: readonly Guess[], columns: readonly ColumnProfile[]): readonly Guess[] {
  const find = (field: string) => guesses.find((guess) => guess.field === field)
  const both = find('StateOrProvince') ?? find('City')
  const profile = columns.find(({ name, looks }) => name === both?.column && looks.cityState > 0.5)
  if (both === undefined || profile === undefined) return guesses
  const reason = `"${both.column}" has cities with their states`
  const match = profile.texts[0]?.includes(',')
    ? ',\\s*([A-Za-z. ]+?)(?:[-\\s]+\\d{5}.*)?$'
    : '\\s([A-Za-z]{2})\\s+\\d{5}(?:[- ]?\\d{4})?$'
  return [
    ...guesses.filter(({ field }) => field !== 'City' && field !== 'StateOrProvince'),
    { ...both, field: 'City', reason },
    { field: 'StateOrProvince', column: both.column, reason, options: { match } },
  ]
}

/** The type of homes if no column has a type that can be read. */
export const HOUSES: Constant = {
  field: 'HomeType',
  value: 'SINGLE_FAMILY',
  reason: 'No column gives the type of home, so all rows count as houses: change this if they are not.',
  doubtful: true,
}

type Fields = Pick<Proposal, 'constants' | 'guesses' | 'notes'>

function homeFields(own: readonly ColumnProfile[], context: ProposalContext): Fields {
  const columns = withoutOwners(own)
  const all = guessFields(columns, context.fields, HOME_SYNONYMS, context)
  const zip = zipOfSearch(all, columns, context)
  // A lot beside a block is a number on a plat.
  const isPlat = columns.some(({ name }) => /block(no|num|number)?$/.test(plainName(name)))
  const named = all.filter((guess) => guess !== zip && !(isPlat && plainName(guess.column) === 'lot'))
  const byName = withoutOutline(named, context)
  const found = withWholeAddress([...byName, ...byLooks(columns, byName)], columns, context)
  const placedOnes = withoutOwnersPlace(inStateOfZips(placed(found, columns), context), context)
  const measured = withMixedLots(withUnits(placedOnes, columns, context), columns)
  const rooms = withFirstAmounts(withRooms(measured, columns), columns)
  const facts = withPhotos(withParts(rooms, columns, context), columns)
  const standing = standingOf(columns, withPrice(facts, columns, context), context)
  const { constants, notes } = standing
  const guesses = withStateOfCity(standing.guesses, columns)
  const hasType = guesses.some(({ field }) => field === 'HomeType')
  return {
    guesses,
    notes: [...(zip ? [`"${zip.column}" has different ZIP codes from the addresses: it is left out.`] : []), ...notes],
    constants: [...(hasType ? [] : [HOUSES]), ...constants, ...stateOfFile(own, guesses, context)],
  }
}

/** Usual names of the columns of an address. */
const NAMES_OF_PLACE = new Set([...OF_PLACE].flatMap((field) => wordsIn(HOME_SYNONYMS[field]?.names ?? '')))

/**
 * Leaves out an owner's address if another column has the home's street. An address counts as the owner's if it follows
 * the owner's name, or if the table also has columns such as `prop_addr` and `prop_city`.
 */
function withoutOwners(columns: readonly ColumnProfile[]): readonly ColumnProfile[] {
  const isBeside = columns.filter(({ name, said }) => isOfSite(name) && isOfPlace(name) && said > 0).length > 1
  for (const [at, column] of columns.entries()) {
    const [before] = columns.slice(Math.max(0, at - 1), at)
    const isBehind = before !== undefined && isOfOthers(before.name) && before.looks.numbered < 0.5
    if (!isStreet(column) || isOfSite(column.name) || !(isBehind || isBeside)) continue
    const length = columns.slice(at).findIndex(({ name }) => !isOfPlace(name) || isOfSite(name))
    const others = columns.toSpliced(at, length === -1 ? columns.length : length)
    if (others.some((one) => isStreet(one) && (isBehind ? !isOfOthers(one.name) : isOfSite(one.name))))
      return withoutOwners(others)
  }
  return columns
}

function isOfPlace(name: string): boolean {
  const words = wordsOfName(name)
  return NAMES_OF_PLACE.has(plainName(name)) || [isAddress, isCity, isState, isZip].some((isMeant) => isMeant(words))
}

function isStreet(column: ColumnProfile): boolean {
  const { name, looks } = column
  const isLikely = looks.numbered > 0.5 || (isOfSite(name) && HOME_SYNONYMS.StreetAddress?.looks?.(column))
  return isOfPlace(name) && isLikely === true
}

/**
 * Reads whole addresses if no other column shows the place of a street: from a column that begins with the street, or
 * from the street's own column if some of its cells have a place after the street.
 */
function withWholeAddress(
  guesses: readonly Guess[],
  columns: readonly ColumnProfile[],
  { pairsOf }: ProposalContext,
): readonly Guess[] {
  const street = guesses.find(({ field }) => field === 'StreetAddress')
  if (street === undefined || guesses.some(({ field }) => SHOWS_PLACE.has(field))) return guesses
  const whole = columns.find(({ name, looks }) => {
    if (looks.whole <= (name === street.column ? 0.1 : 0.8) || isOfOthers(name)) return false
    const { agreeing, rows } = agreementOf(pairsOf(street.column, name), (one, other) =>
      one === '' || other === '' ? undefined : one.startsWith(other) || other.startsWith(one),
    )
    return agreeing > rows * 0.8
  })
  if (whole === undefined) return guesses
  const reason = `"${whole.name}" has whole addresses, and no other column has the city or the ZIP`
  return guesses.map((guess) =>
    guess === street ? { ...guess, field: 'UnparsedAddress', column: whole.name, reason, doubtful: true } : guess,
  )
}

const SHOWS_PLACE: ReadonlySet<string> = new Set(['UnparsedAddress', 'City', 'PostalCode', 'Latitude', 'Longitude'])

/** Returns the ZIP column if it contradicts the full addresses. It may be the ZIP code that a user searched for. */
function zipOfSearch(
  guesses: readonly Guess[],
  columns: readonly ColumnProfile[],
  { pairsOf }: ProposalContext,
): Guess | undefined {
  const zip = guesses.find(({ field }) => field === 'PostalCode')
  const whole = guesses.find(({ field }) => field === 'UnparsedAddress')?.column
  const address = whole ?? columns.find(({ name, looks }) => looks.whole > 0.8 && !isOfOthers(name))?.name
  if (zip === undefined || address === undefined) return undefined
  const { contradicting, rows } = agreementOf(pairsOf(address, zip.column), (text, code) => {
    const [, own] = /[a-z.,]\s+(\d{5})(?:-\d{4})?$/i.exec(text.trim()) ?? []
    return own === undefined || code.trim() === '' ? undefined : code.trim().padStart(5, '0').startsWith(own)
  })
  return contradicting >= 3 && contradicting > rows / 4 ? zip : undefined
}

/** Facts that only a table about buildings has. */
const OF_BUILDING: ReadonlySet<string> = new Set(
  wordsIn('BedroomsTotal BathroomsTotalDecimal YearBuilt StoriesTotal ListPrice ClosePrice'),
)

/**
 * Leaves out an area that repeats the parcel's acres in square feet. Reads `size` as the size of the lot if no column is
 * about a building.
 */
function withoutOutline(guesses: readonly Guess[], { pairsOf }: ProposalContext): readonly Guess[] {
  const has = (...names: string[]) => guesses.find(({ field }) => names.includes(field))
  const [area, acres] = [has('LivingArea'), has('LotSizeAcres')]
  if (area === undefined) return guesses
  const { agreeing, rows } = agreementOf(acres ? pairsOf(area.column, acres.column) : [], (one, size) =>
    Number(one) > 0 && Number(size) > 0 ? Math.abs(Number(one) / (Number(size) * 43_560) - 1) < 0.1 : undefined,
  )
  if (agreeing >= 3 && agreeing > rows * 0.8) return guesses.filter((guess) => guess !== area)
  const isOfParcel =
    /^(area|size)( sq ?ft)?$/.test(wordsOfName(area.column)) &&
    has('ParcelNumber', 'Zoning') &&
    !has('LotSizeSquareFeet', 'LotSizeAcres') &&
    !guesses.some(({ field }) => OF_BUILDING.has(field))
  const lot = { ...area, field: 'LotSizeSquareFeet', doubtful: true } as const
  return guesses.map((guess) => (guess === area && isOfParcel ? lot : guess))
}

/** Headers of numbered pictures: `photo1`, `Image_2`, `photo_url_3`. */
const NUMBERED_PHOTO = /^(photo|image|img|picture|pic)s?(url|link|src)?\d{1,2}(url|link|src)?$/

/** Joins the columns of numbered pictures. */
function withPhotos(guesses: readonly Guess[], columns: readonly ColumnProfile[]): readonly Guess[] {
  const numbered = columns.filter(({ name, type }) => type === 'web address' && NUMBERED_PHOTO.test(plainName(name)))
  const [first, second] = numbered
  if (first === undefined || second === undefined) return guesses
  const joined = numbered.map(({ name }) => name)
  const emptyWhen = [...new Set(numbered.flatMap(({ placeholders }) => placeholders.map(({ value }) => value)))]
  const options = emptyWhen.length > 0 ? { emptyWhen } : {}
  const reason = `${numbered.length} columns have one picture each`
  return [
    ...guesses.filter(({ field }) => field !== 'PhotoURLs'),
    { field: 'PhotoURLs', column: first.name, joined, reason, options },
  ]
}

/** The highest plausible monthly rent in PLN. Sale prices are far higher. */
const RENT_MAX = 50_000

function offerFields(columns: readonly ColumnProfile[], context: ProposalContext): Fields {
  const guesses = guessFields(columns, context.fields, OFFER_SYNONYMS, context)
  const price = columns.find(({ name }) => guesses.some((g) => g.field === 'ListPrice' && g.column === name))
  const isRent = (price?.max ?? Number.POSITIVE_INFINITY) <= RENT_MAX
  const flats = 'No column has the type of the offers, so all count as apartments: change PropertyType if they are not.'
  const prices = isRent ? 'All prices are too low for sales.' : 'Prices are as high as for a sale.'
  const constants: Constant[] = [
    { field: 'PropertyType', value: 'Apartment', reason: flats, doubtful: true },
    { field: 'SearchType', value: isRent ? 'For_Rent' : 'For_Sale', reason: prices, doubtful: true },
  ]
  return {
    guesses,
    notes: [],
    constants: constants.filter(({ field }) => !guesses.some((guess) => guess.field === field)),
  }
}
