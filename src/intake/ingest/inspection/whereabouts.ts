import { cityKey } from '../../../kit/names/name-key.ts'
import { isKnownCity } from '../../../places/addresses/city-names.ts'
import { STATES } from '../../../places/regions/states.ts'
import type { ImportGazetteer } from '../noun.ts'
import { digitsOf } from '../numbers.ts'
import { cityBehindComma } from '../whole-address.ts'
import type { Constant } from './draft.ts'
import type { Guess } from './guess.ts'
import { isOfOthers } from './names.ts'
import type { ColumnProfile } from './profile.ts'

/** The gazetteer, and the cells that show where the homes are. */
export interface PlaceContext {
  readonly gazetteer: ImportGazetteer
  /** Returns the cells of two columns in pairs, one pair per row. */
  pairsOf(column: string, other: string): readonly (readonly [string, string])[]
}

/**
 * If a larger share of the codes are not ZIPs, the homes are abroad. Most postcodes of Paris are also ZIPs in Texas.
 */
const FOREIGN_SHARE = 1 / 3
/** If no row has a city that fits its ZIP, this smaller share of wrong codes shows that the homes are abroad. */
const FOREIGN_CITY_SHARE = 0.08
const FOREIGN_ROWS = 5

const FIELDS_OF_PLACE = ['PostalCode', 'City', 'StateOrProvince', 'Latitude', 'Longitude'] as const

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

/** Minimum number of cities that show a state, their minimum share in it, and the maximum share in another state. */
const CITIES_MIN = 3
const CITIES_SHARE = 0.9
const RIVAL_SHARE = 0.6

/** Finds the state of a table that names no state, if nearly all cities exist in it. */
export function stateOfCities(
  columns: readonly ColumnProfile[],
  guesses: readonly Guess[],
  { gazetteer, pairsOf }: PlaceContext,
): Constant[] {
  const columnOf = (field: string) => {
    const name = guesses.find((guess) => guess.field === field)?.column
    return columns.find((column) => column.name === name)
  }
  const [city, whole, zips] = [columnOf('City'), columnOf('UnparsedAddress'), columnOf('PostalCode')]
  const from = city ?? whole
  if (from === undefined || columnOf('StateOrProvince') || (zips?.said === zips?.rows && zips !== undefined)) return []
  const texts = pairsOf(from.name, from.name).map(([cell]) => cell)
  const ofZips = texts.flatMap((text) => gazetteer.zip(/\D(\d{5})(?:-\d{4})?$/.exec(text)?.[1] ?? '')?.state ?? [])
  const [first] = ofZips
  const isOne = ofZips.length >= CITIES_MIN && ofZips.length < texts.length && ofZips.every((state) => state === first)
  if (city === undefined && first !== undefined && isOne) {
    const reason = `No column gives the state; all ZIP codes in "${from.name}" are those of ${first}.`
    return [{ field: 'StateOrProvince', value: first, reason, doubtful: true }]
  }
  const cells = texts.map((text) => (city === undefined ? cityBehindComma(text) : text) ?? '')
  const cities = [...new Set(cells.map(cityKey))].filter((name) => name !== '')
  const [best, rival] = STATES.map(({ code }) => {
    return { code, count: cities.filter((name) => isKnownCity(name, code, gazetteer)).length }
  }).sort((a, b) => b.count - a.count)
  if (best === undefined || best.count < CITIES_MIN || best.count < cities.length * CITIES_SHARE) return []
  if ((rival?.count ?? 0) > cities.length * RIVAL_SHARE) return []
  const reason = `No column gives the state; ${best.code} has ${best.count} of the ${cities.length} cities in "${from.name}".`
  return [{ field: 'StateOrProvince', value: best.code, reason, doubtful: true }]
}

/** Returns why the table's homes are abroad. Undefined if they are in the United States. */
export function whyAbroad(
  columns: readonly ColumnProfile[],
  guesses: readonly Guess[],
  { gazetteer, pairsOf }: PlaceContext,
): string | undefined {
  const of = (field: string) =>
    columns.find(({ name }) => guesses.some((guess) => guess.field === field && guess.column === name))
  const [zips, city, state, latitude, longitude] = FIELDS_OF_PLACE.map(of)
  if (latitude !== undefined && longitude !== undefined) {
    const points = pairsOf(latitude.name, longitude.name).filter(([y, x]) => Number(y) !== 0 && Number(x) !== 0)
    const isScaled = guesses.some(
      ({ field, options }) => field === 'Latitude' && (options.scale ?? options.match) !== undefined,
    )
    const outside = points.filter(
      ([y, x]) => !isWithin(Number(y), SOUTH, NORTH) || !isWithin(Math.abs(Number(x)), -EAST, -WEST),
    )
    if (!isScaled && points.length >= FOREIGN_ROWS && outside.length > points.length * 0.9)
      return `the homes are in another country: ${outside.length} of the first ${points.length} coordinates lie outside the United States.`
  }
  const isNamed = state !== undefined || (city?.looks.cityState ?? 0) > 0.5 || of('UnparsedAddress') !== undefined
  if (zips === undefined || isNamed || zips.said < FOREIGN_ROWS) return undefined
  const isOfZip = ([zip, name]: readonly [string, string]) =>
    cityKey(gazetteer.zip((digitsOf(zip) ?? '').slice(0, 5).padStart(5, '0'))?.city ?? '-') === cityKey(name)
  const isElsewhere = city !== undefined && !pairsOf(zips.name, city.name).some(isOfZip)
  const unknown = zips.said - zips.zips
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
        return {
          ...guess,
          field,
          reason,
          options: { ...guess.options, ...(factor !== 1 && { scale: factor }) },
          ...(isOdd && { doubtful: true }),
        }
      }
      return [...others, taken('Latitude', y, scale), taken('Longitude', x, isUnsigned ? -scale : scale)]
    }
  }
  const isNothing = [...most(latitude), ...most(longitude)].every((value) => value === 0)
  const isDegrees =
    !isNothing && Math.max(...most(latitude).map(Math.abs)) <= 90 && Math.max(...most(longitude).map(Math.abs)) <= 180
  return isDegrees ? guesses : others
}

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
  if (!has('StateOrProvince'))
    guess(
      'StateOrProvince',
      free.find(({ looks, lengths }) => looks.state > 0.95 && lengths[1] === 2),
      'states',
    )
  const zips = has('PostalCode') ? undefined : free.find(looksLikeZips)
  guess('PostalCode', zips, 'ZIP codes that exist', (zips?.lengths[0] ?? 5) < 5 ? { pad: 5 } : {})
  if (has('Latitude', 'Longitude')) return guesses
  const point = free.find(({ looks }) => looks.point > 0.5)
  const pair = free.find(({ looks }) => looks.pair > 0.5)
  if (point !== undefined) {
    guess('Longitude', point, 'points', { match: String.raw`(?i)POINT\s*Z?\s*\(\s*(-?[\d.]+)` })
    guess('Latitude', point, 'points', { match: String.raw`(?i)POINT\s*Z?\s*\(\s*-?[\d.]+\s+(-?[\d.]+)` })
    return guesses
  }
  if (pair !== undefined) {
    guess('Latitude', pair, 'pairs of coordinates', { match: String.raw`(-?\d{1,2}\.\d+)\s*,\s*-?\d{1,3}\.\d+\s*\)?$` })
    guess('Longitude', pair, 'pairs of coordinates', {
      match: String.raw`-?\d{1,2}\.\d+\s*,\s*(-?\d{1,3}\.\d+)\s*\)?$`,
    })
    return guesses
  }
  const within = (least: number, most: number) =>
    free.filter(({ type, min = 0, max = 0 }) => type === 'number' && min > least && max < most)
  const [latitudes, longitudes] = [within(SOUTH, NORTH), within(WEST, EAST)]
  const [latitude, longitude] = [latitudes[0], longitudes[0]]
  if (!latitude || !longitude || latitudes.length > 1 || longitudes.length > 1 || latitude.distinct < 20) return guesses
  guess('Latitude', latitude, 'the only numbers in this range, apart from the other coordinate')
  guess('Longitude', longitude, 'the only numbers in this range, apart from the other coordinate')
  return guesses
}

function looksLikeZips({ lengths: [, max], distinct, zips, said }: ColumnProfile): boolean {
  return max === 5 && distinct >= 3 && zips >= said * 0.9
}
