import { cityKey } from '../../../kit/names/name-key.ts'
import { isKnownCity } from '../../../places/addresses/city-names.ts'
import { STATES } from '../../../places/regions/states.ts'
import type { ImportGazetteer } from '../noun.ts'
import { digitsOf } from '../numbers.ts'
import { cityBehindComma, stateIn } from '../whole-address.ts'
import { agreementOf } from './agreement.ts'
import type { Constant } from './draft.ts'
import type { Guess, GuessContext } from './guess.ts'
import { isOfOthers } from './names.ts'
import type { ColumnProfile } from './profile.ts'

/** The gazetteer, and the cells that show where the homes are. */
export interface PlaceContext {
  readonly gazetteer: ImportGazetteer
  pairsOf: GuessContext['pairsOf']
  /** The file's name. */
  readonly file?: string
}

/**
 * If a larger share of the codes are not ZIPs, the homes are abroad. Most postcodes of Paris are also ZIPs in Texas.
 */
const FOREIGN_SHARE = 1 / 3
/** If no row has a city that fits its ZIP, this smaller share of wrong codes shows that the homes are abroad. */
const FOREIGN_CITY_SHARE = 0.08
const FOREIGN_ROWS = 5
const CANADIAN = /^[a-z]\d[a-z] ?\d[a-z]\d$/i

const FIELDS_OF_PLACE = ['PostalCode', 'City', 'StateOrProvince', 'Latitude', 'Longitude'] as const

/** Minimum number of the table's cities in a state, as evidence for this state. */
const CITIES_MIN = 3
/** Minimum share of the rows with these cities among the rows with a known city. */
const CITIES_SHARE = 0.9
/** Maximum number of the table's cities in any other state, relative to this state. */
const RIVAL_SHARE = 0.6
/** Minimum number of rows that show the same place by ZIP codes, coordinates or the addresses of owners. */
const ROWS_MIN = 3
/** Minimum share of these rows among the rows that show any place. */
const ROWS_SHARE = 0.95

/** Finds the state of a table that names no state. Evidence counts only if the state has half of the table's cities. */
export function stateOfFile(
  columns: readonly ColumnProfile[],
  guesses: readonly Guess[],
  { gazetteer, pairsOf, file = '' }: PlaceContext,
): Constant[] {
  const columnOf = (field: string) => {
    const name = guesses.find((guess) => guess.field === field)?.column
    return columns.find((column) => column.name === name)
  }
  const cellsOf = ({ name }: ColumnProfile) => pairsOf(name, name).map(([cell]) => cell.trim())
  const [city, whole, zips, county] = ['City', 'UnparsedAddress', 'PostalCode', 'CountyOrParish'].map(columnOf)
  const from = city ?? whole
  const street = columnOf('StreetAddress')
  if (from === undefined && zips === undefined && street && !columnOf('Latitude'))
    return ofOwners(street, columns, cellsOf)
  if (from === undefined || columnOf('StateOrProvince') || (zips?.said === zips?.rows && zips !== undefined)) return []
  const [latitude, longitude] = ['Latitude', 'Longitude'].map(columnOf)
  const atPoints =
    latitude && longitude
      ? pairsOf(latitude.name, longitude.name).flatMap(([y, x]) => {
          return gazetteer.around({ latitude: Number(y), longitude: Number(x) })?.state ?? []
        })
      : []
  // Coordinates in several states show the state of each row better.
  if (atPoints.length >= ROWS_MIN && mostly(atPoints) === undefined) return []
  const texts = cellsOf(from)
  const cells = texts.map((text) => (city === undefined ? cityBehindComma(text) : text) ?? '')
  const said = cells.map(cityKey).filter((name) => name !== '')
  const cities = [...new Set(said)]
  const states = STATES.map(({ code, name }) => {
    return { code, name, count: cities.filter((one) => isKnownCity(one, code, gazetteer)).length }
  })
  const rowsIn = (state: string) => said.filter((one) => isKnownCity(one, state, gazetteer)).length
  const hasCities = (state = '') => state !== '' && rowsIn(state) * 2 >= said.length

  // The ZIP codes of some rows, and the places of owners who live in the same city, show the state of all rows.
  const codes = (zips === undefined ? texts : cellsOf(zips)).map(
    (text) => /(?:^|\D)(\d{4,5})(?:-\d{4})?$/.exec(text)?.[1],
  )
  const ofZips = mostly(codes.flatMap((code) => gazetteer.zip(code?.padStart(5, '0') ?? '')?.state ?? []))
  if (hasCities(ofZips))
    return always(ofZips ?? '', `the ZIP codes in "${(zips ?? from).name}" are those of ${ofZips}.`)
  const used = new Set(guesses.map(({ column }) => column))
  const beside = columns.flatMap((column, i) => {
    const next = columns[i + 1]
    if (used.has(column.name) || column.type !== 'text') return []
    const state = mostly(
      pairsOf(column.name, next?.name ?? column.name).flatMap(([own, other], row) => {
        const rest = cells[row] ? behind(city ? cells[row] : (texts[row] ?? ''), `${own.trim()} ${other.trim()}`) : ''
        return stateIn(rest?.split(/[\s,]+/)[0] ?? '') ?? []
      }),
    )
    return hasCities(state) ? [{ state: state ?? '', name: column.name }] : []
  })
  if (beside[0]) return always(beside[0].state, `"${beside[0].name}" has the same cities in ${beside[0].state}.`)

  const [best, rival] = states.toSorted((a, b) => b.count - a.count)
  const isClear = best !== undefined && rival !== undefined && rival.count <= best.count * RIVAL_SHARE
  if (isClear && best.count >= CITIES_MIN && rowsIn(best.code) >= rowsIn('') * CITIES_SHARE && hasCities(best.code))
    return always(best.code, `${best.code} has ${best.count} of the ${cities.length} cities in "${from.name}".`)

  // Looks for names of counties and states in the file's name or in a column of counties.
  const words = file.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  const phrases = words.flatMap((_, i) => [1, 2, 3].map((count) => words.slice(i, i + count).join(' ')))
  const counties = [...(county ? new Set(cellsOf(county)) : []), ...phrases]
  const named = states.filter(({ code, name, count }) => {
    const isNamed =
      phrases.some((phrase) => phrase === code || phrase.toLowerCase() === name.toLowerCase()) ||
      counties.some((one) => one !== '' && gazetteer.countiesNamed(one, code).length > 0)
    return isNamed && count > 0 && hasCities(code)
  })
  const [only, other] = named
  if (only !== undefined && other === undefined)
    return always(only.code, `only ${only.code} has this county or name and the cities in "${from.name}".`)
  return street === undefined || zips ? [] : ofOwners(street, columns, cellsOf).filter(({ field }) => field !== 'City')
}

/** Minimum share of rows in which the owner lives in the home, so that the owner's address shows the city and state. */
const OWNERS_SHARE = 0.1

/** Finds the city and state of a table that names neither, by the addresses of owners who live in their home. */
function ofOwners(
  street: ColumnProfile,
  columns: readonly ColumnProfile[],
  cellsOf: (column: ColumnProfile) => readonly string[],
): Constant[] {
  const streets = cellsOf(street)
  for (const [i, { name, type }] of columns.entries()) {
    if (name === street.name || type !== 'text') continue
    const parts = columns.slice(i, i + ADDRESS_COLUMNS).map(cellsOf)
    const places = streets.flatMap((own, row): (readonly [city: string, state: string])[] => {
      const text = parts
        .map((cells) => cells[row] ?? '')
        .join(' ')
        .replaceAll(/\s+/g, ' ')
      const rest = own === '' ? undefined : behind(own.replaceAll(/\s+/g, ' '), text)
      const [, city = '', state = ''] = /^([a-z .'-]+?)[, ]+([a-z]{2})(?=[ ,]|$)/i.exec(rest ?? '') ?? []
      const code = stateIn(state)
      return code === undefined ? [] : [[city.toUpperCase(), code]]
    })
    if (places.length < streets.length * OWNERS_SHARE) continue
    const [city = '', state = ''] = [0, 1].map((part) => mostly(places.map((place) => place[part] ?? '')))
    const reason = `No column gives it; "${name}" has the same streets in ${city === '' ? '' : `${city}, `}${state}.`
    if (state !== '')
      return [['City', city] as const, ['StateOrProvince', state] as const].flatMap(([field, value]) => {
        return value === '' ? [] : [{ field, value, reason, doubtful: true }]
      })
  }
  return []
}

/** The columns of an address: a street, a second line, the city, the state and the ZIP. */
const ADDRESS_COLUMNS = 5

function always(code: string, why: string): Constant[] {
  return [{ field: 'StateOrProvince', value: code, reason: `No column gives the state; ${why}`, doubtful: true }]
}

/** Returns the value that nearly all of these rows share, such as a state. */
function mostly(states: readonly string[]): string | undefined {
  const [most] = [...Map.groupBy(states, (state) => state)].sort(([, a], [, b]) => b.length - a.length)
  const rows = most?.[1].length ?? 0
  return rows >= ROWS_MIN && rows >= states.length * ROWS_SHARE ? most?.[0] : undefined
}

/** Returns the text after a city or street. Undefined if the text does not begin with it. */
function behind(city: string, text: string): string | undefined {
  return text.toLowerCase().startsWith(`${city.toLowerCase()} `) || text.startsWith(`${city},`)
    ? text.slice(city.length).replace(/^[\s,]+/, '')
    : undefined
}

/** A table with one of these fields contains listings, so its addresses are the addresses of the homes. */
const OF_LISTINGS: ReadonlySet<string> = new Set(['ListPrice', 'ClosePrice', 'ListingId', 'OnMarketDate'])
/**
 * If at least this many ZIP codes, and this share of them, are in a different state from the coordinates, the ZIP codes
 * belong to the owners' addresses.
 */
const ELSEWHERE_ROWS = 5
const ELSEWHERE_SHARE = 0.005

/** Leaves out a parcel table's city, state and ZIP if coordinates show that they belong to the owners' addresses. */
export function withoutOwnersPlace(guesses: readonly Guess[], { gazetteer, pairsOf }: PlaceContext): readonly Guess[] {
  const of = (field: string) => guesses.find((guess) => guess.field === field)
  const [zip, latitude, longitude] = [of('PostalCode'), of('Latitude'), of('Longitude')]
  if (!zip || !latitude || !longitude || guesses.some(({ field }) => OF_LISTINGS.has(field))) return guesses
  const zips = pairsOf(zip.column, zip.column).values()
  const points = pairsOf(latitude.column, longitude.column)
  const { contradicting, rows } = agreementOf(points, (y, x) => {
    const own = gazetteer.zip(digitsOf(zips.next().value?.[0] ?? '')?.slice(0, 5) ?? '')?.state
    const state = gazetteer.around({ latitude: Number(y), longitude: Number(x) })?.state
    return own === undefined || state === undefined ? undefined : own === state
  })
  // If many rows cannot be compared, the columns stay: rows without coordinates need them.
  const isOfHomes = contradicting < Math.max(ELSEWHERE_ROWS, rows * ELSEWHERE_SHARE) || rows < points.length * 0.8
  return isOfHomes ? guesses : guesses.filter(({ field }) => !['City', 'StateOrProvince', 'PostalCode'].includes(field))
}

/**
 * Leaves out a state column that contradicts the ZIP codes, such as a column with the borough code MN for Manhattan.
 * Keeps a column with more than three states: if it contradicts the ZIP codes, the addresses are invented.
 */
export function inStateOfZips(guesses: readonly Guess[], { gazetteer, pairsOf }: PlaceContext): readonly Guess[] {
  const [state, zip] = ['StateOrProvince', 'PostalCode'].map((field) => guesses.find((guess) => guess.field === field))
  if (state === undefined || zip === undefined) return guesses
  const pairs = pairsOf(state.column, zip.column)
  const stateOf = (code: string) => gazetteer.zip(digitsOf(code)?.slice(0, 5).padStart(5, '0') ?? '')?.state
  const { agreeing, rows } = agreementOf(pairs, (text, code) => {
    const [own, said] = [stateOf(code), stateIn(text)]
    return own === undefined || said === undefined ? undefined : own === said
  })
  const isMany = new Set(pairs.map(([text]) => stateIn(text))).size > 3
  // If all ZIP codes are in one state, other states belong to the owners' addresses.
  const isOne =
    agreeing * 2 > rows && agreeing + 1 < rows && new Set(pairs.flatMap(([, code]) => stateOf(code) ?? [])).size === 1
  return isOne || (!isMany && rows >= 3 && agreeing * 2 < rows) ? guesses.filter((guess) => guess !== state) : guesses
}

/** Returns why the table's homes are abroad. Undefined if they are in the United States. */
export function whyAbroad(
  columns: readonly ColumnProfile[],
  guesses: readonly Guess[],
  { gazetteer, pairsOf }: PlaceContext,
): string | undefined {
  const of = (field: string) =>
    columns.find(({ name }) => guesses.some((guess) => guess.field === field && guess.column === name))
  const isAt = ([y, x]: readonly [string, string]) =>
    gazetteer.around({ latitude: Number(y), longitude: Number(x) }) !== undefined
  const [zips, city, own, latitude, longitude] = FIELDS_OF_PLACE.map(of)
  // A column of states counts even if it was left out because it contradicts the ZIP codes.
  const state =
    own ?? columns.find(({ name, looks, lengths }) => !isOfOthers(name) && looks.state > 0.8 && lengths[1] > 2)
  if (latitude !== undefined && longitude !== undefined) {
    const points = pairsOf(latitude.name, longitude.name).filter(([y, x]) => Number(y) !== 0 && Number(x) !== 0)
    const isScaled = guesses.some(
      ({ field, options }) => field === 'Latitude' && (options.scale ?? options.match) !== undefined,
    )
    const outside = points.filter(([y, x]) => !isAt([y, x]) && !isAt([y, `-${x}`]))
    if (!isScaled && points.length >= FOREIGN_ROWS && outside.length > points.length * 0.9)
      return `the homes are in another country: ${outside.length} of the first ${points.length} coordinates lie outside the United States.`
  }
  const canadian = columns.find(
    ({ name, texts }) =>
      !isOfOthers(name) &&
      texts.length >= FOREIGN_ROWS &&
      texts.filter((text) => CANADIAN.test(text)).length > texts.length / 2,
  )
  if (canadian !== undefined) return `the homes are in another country: "${canadian.name}" has postal codes of Canada.`
  const isNamed = state !== undefined || (city?.looks.cityState ?? 0) > 0.5 || of('UnparsedAddress') !== undefined
  if (zips === undefined || isNamed || zips.said < FOREIGN_ROWS) return undefined
  const isOfZip = ([zip, name]: readonly [string, string]) =>
    cityKey(gazetteer.zip((digitsOf(zip) ?? '').slice(0, 5).padStart(5, '0'))?.city ?? '-') === cityKey(name)
  const isElsewhere = city !== undefined && !pairsOf(zips.name, city.name).some(isOfZip)
  const unknown = zips.said - zips.zips
  // Tolerates invented ZIP codes, if they are fewer than half and the first coordinates are in the United States.
  const points = latitude && longitude && pairsOf(latitude.name, longitude.name).slice(0, 20)
  if (points && unknown * 2 < zips.said && points.every(isAt)) return undefined
  if (unknown < zips.said * (isElsewhere ? FOREIGN_CITY_SHARE : FOREIGN_SHARE)) return undefined
  return `the homes are in another country: ${unknown} of ${zips.said} codes in "${zips.name}" are not ZIP codes of the United States, and no column has a state.`
}

/** The United States, with Alaska, Hawaii and Puerto Rico, in degrees. */
const [SOUTH, NORTH, WEST, EAST] = [17, 72, -180, -64] as const

/** Corrects columns of coordinates that are swapped, lack a sign, or are in millionths of a degree. */
export function placed(guesses: readonly Guess[], columns: readonly ColumnProfile[]): readonly Guess[] {
  const find = (field: string) => guesses.find((guess) => guess.field === field)
  const [latitude, longitude] = [find('Latitude'), find('Longitude')]
  const others = guesses.filter((guess) => guess !== latitude && guess !== longitude)
  if (latitude === undefined || longitude === undefined) return others
  if (latitude.options.match !== undefined) return guesses
  const most = ({ column }: Guess) =>
    columns.find(({ name }) => name === column)?.numbers?.signed[0]?.most ?? [Number.NaN, Number.NaN]
  const isAmerican = find('StateOrProvince') !== undefined || columns.some(looksLikeZips)
  for (const [y, x] of [
    [latitude, longitude],
    [longitude, latitude],
  ] as const) {
    for (const scale of [1, 1e-6, 1e-5, 1e-7]) {
      const lies = ([min = Number.NaN, max = Number.NaN]: readonly number[], least: number, greatest: number) =>
        min * scale > least && max * scale < greatest
      const isUnsigned = isAmerican && lies(most(x), -EAST, -WEST)
      if (!lies(most(y), SOUTH, NORTH) || !(lies(most(x), WEST, EAST) || isUnsigned)) continue
      const taken = (field: string, guess: Guess, factor: number): Guess => {
        const isOdd = y !== latitude || factor !== 1
        const reason = isOdd ? `by its values, whatever the header says; ${guess.reason}` : guess.reason
        const options = { ...guess.options, ...(factor !== 1 && { scale: factor }) }
        return { ...guess, field, reason, options, ...(isOdd && { doubtful: true }) }
      }
      return [...others, taken('Latitude', y, scale), taken('Longitude', x, isUnsigned ? -scale : scale)]
    }
  }
  const isNothing = [...most(latitude), ...most(longitude)].every((value) => value === 0)
  const isDegrees =
    !isNothing && Math.max(...most(latitude).map(Math.abs)) <= 90 && Math.max(...most(longitude).map(Math.abs)) <= 180
  return isDegrees ? guesses : [...others, ...ofGeometry(columns)]
}

/** Takes the coordinates of the geometry. Columns beside them may have coordinates in another projection. */
function ofGeometry(columns: readonly ColumnProfile[]): readonly Guess[] {
  const guesses = (['Latitude', 'Longitude'] as const).flatMap((field): readonly Guess[] => {
    const column = `geometry.${field.toLowerCase()}`
    const known = columns.find(({ name, min = 360, max = 360 }) => name === column && Math.max(-min, max) <= 180)
    return known ? [{ field, column, reason: 'other coordinates are not in degrees', options: {} }] : []
  })
  return guesses.length === 2 ? guesses : []
}

/** Text formats that contain both coordinates, with the patterns of the latitude and the longitude. */
const TEXTS_OF_BOTH = [
  ['point', String.raw`(?i)POINT\s*Z?\s*\(\s*-?[\d.]+\s+(-?[\d.]+)`, String.raw`(?i)POINT\s*Z?\s*\(\s*(-?[\d.]+)`],
  ['named', String.raw`(?i)\blat(?:itude)?\W{1,5}?(-?[\d.]+)`, String.raw`(?i)\blo?ng?(?:itude)?\W{1,5}?(-?[\d.]+)`],
  ['pair', String.raw`(-?\d{1,2}\.\d+)\s*,\s*-?\d{1,3}\.\d+\s*\)?$`, String.raw`\.\d+\s*,\s*(-?\d{1,3}\.\d+)\s*\)?$`],
] as const

/** Guesses from the values alone: addresses, states, ZIP codes and coordinates in the United States. */
export function byLooks(columns: readonly ColumnProfile[], named: readonly Guess[]): Guess[] {
  const taken = new Set(named.map(({ column }) => column))
  const free = columns.filter(({ name }) => !taken.has(name) && !isOfOthers(name))
  const has = (...fields: readonly string[]) => named.some(({ field }) => fields.includes(field))
  const guesses: Guess[] = []
  const guess = (field: string, column: ColumnProfile | undefined, what: string, options: Guess['options'] = {}) => {
    const reason = `its values are ${what}, whatever the header says`
    if (column !== undefined) guesses.push({ field, column: column.name, reason, options, doubtful: true })
  }
  const whole = free.find(({ looks }) => looks.whole > 0.8)
  if (!has('StreetAddress', 'UnparsedAddress', 'StreetName')) guess('UnparsedAddress', whole, 'whole addresses')
  const state = free.find(({ looks, lengths }) => looks.state > 0.95 && lengths[1] === 2)
  if (!has('StateOrProvince')) guess('StateOrProvince', state, 'states')
  const city = free.find(({ looks, name }) => looks.cityState > 0.5 && name !== whole?.name)
  if (!has('City', 'PostalCode', 'UnparsedAddress') && !whole) guess('City', city, 'cities with their states')
  const zips = has('PostalCode') ? undefined : free.find(looksLikeZips)
  guess('PostalCode', zips, 'ZIP codes that exist', (zips?.lengths[0] ?? 5) < 5 ? { pad: 5 } : {})
  const [hasLatitude, hasLongitude] = [has('Latitude'), has('Longitude')]
  if (hasLatitude && hasLongitude) return guesses
  // A whole address may end with its coordinates.
  const both = hasLatitude || hasLongitude ? [] : columns.filter(({ name }) => !isOfOthers(name))
  for (const [look, latitudeIn, longitudeIn] of TEXTS_OF_BOTH) {
    const column = both.find(({ looks }) => looks[look] > 0.5)
    guess('Latitude', column, 'texts with coordinates', { match: latitudeIn })
    guess('Longitude', column, 'texts with coordinates', { match: longitudeIn })
    if (column !== undefined) return guesses
  }
  const within = (least: number, most: number) =>
    free.filter(({ type, min = 0, max = 0 }) => type === 'number' && min > least && max < most)
  const [latitudes, longitudes] = [within(SOUTH, NORTH), within(WEST, EAST)]
  const [latitude, longitude] = [latitudes[0], longitudes[0]]
  if (!(hasLatitude || isOnly(latitudes)) || !(hasLongitude || isOnly(longitudes))) return guesses
  if (!hasLatitude) guess('Latitude', latitude, 'the only numbers in this range, apart from the other coordinate')
  if (!hasLongitude) guess('Longitude', longitude, 'the only numbers in this range, apart from the other coordinate')
  return guesses
}

/** Minimum number of different coordinates in a column. A column with fewer may be something else. */
const DISTINCT_POINTS_MIN = 20

function isOnly([first, ...others]: readonly ColumnProfile[]): boolean {
  return first !== undefined && others.length === 0 && first.distinct >= DISTINCT_POINTS_MIN
}

function looksLikeZips({ lengths: [, max], distinct, zips, said }: ColumnProfile): boolean {
  return max === 5 && distinct >= 3 && zips >= said * 0.9
}
