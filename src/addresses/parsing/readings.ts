import { otherSpelling } from '../../names/directions.ts'
import { type CitySearch, gazetteerCity, type IsCity, type ParsedAddress, parseAddress } from '../address.ts'
import { isUnitIdentifier, unitKey } from '../unit-designators.ts'

const CITY_SEARCHES: readonly CitySearch[] = ['sure', 'shortest', 'anywhere']

/**
 * Every plausible reading of an address, likeliest first. Readings keep all words and differ only in the part that a
 * word belongs to. For lookups: the address book decides which reading is meant.
 */
export function addressReadings(text: string, knownCities: IsCity = gazetteerCity): readonly ParsedAddress[] {
  const parsed = CITY_SEARCHES.map((search) => parseAddress(text, knownCities, search))
  const readings = [...parsed, ...parsed.flatMap(variants)]
  return [...new Map(readings.map((reading) => [JSON.stringify(reading), reading])).values()]
}

function variants(reading: ParsedAddress): ParsedAddress[] {
  return [suffixAsName(reading), lastWordAsUnit(reading), directionAsName(reading), directionRespelled(reading)].filter(
    (variant) => variant !== undefined,
  )
}

/** `123 Lake View` may be Lake View Drive. */
function suffixAsName(reading: ParsedAddress): ParsedAddress | undefined {
  if (reading.suffix === '' || reading.postDirection !== '') return undefined
  return { ...reading, street: `${reading.street} ${reading.suffix}`, suffix: '' }
}

/** `1234 Broadway 4` may be unit 4. */
function lastWordAsUnit(reading: ParsedAddress): ParsedAddress | undefined {
  const blank = reading.street.lastIndexOf(' ')
  const last = reading.street.slice(blank + 1)
  if (blank < 0 || reading.suffix !== '' || reading.unit !== '' || !isUnitIdentifier(last)) return undefined
  return { ...reading, street: reading.street.slice(0, blank), unit: unitKey(last) }
}

/** `123 N Park` may be North Park Avenue, where the direction is part of the name. */
function directionAsName(reading: ParsedAddress): ParsedAddress | undefined {
  if (reading.preDirection === '' || reading.street === '') return undefined
  return { ...reading, preDirection: '', street: `${reading.preDirection} ${reading.street}` }
}

/** `123 N St` may be North Street. */
function directionRespelled(reading: ParsedAddress): ParsedAddress | undefined {
  const street = otherSpelling(reading.street)
  return street === '' ? undefined : { ...reading, street }
}
