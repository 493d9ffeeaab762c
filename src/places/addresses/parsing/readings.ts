import { otherSpelling } from '../../../kit/names/directions.ts'
import { type CitySearch, gazetteerCity, type IsCity, type ParsedAddress, readAddress } from '../address.ts'
import { isSuffix } from '../street-suffixes.ts'
import { isUnitIdentifier, unitKey } from '../unit-designators.ts'
import { type Words, wordsOf } from '../words.ts'
import { isZip } from './address-tail.ts'
import { otherOrders } from './other-orders.ts'

const CITY_SEARCHES: readonly CitySearch[] = ['sure', 'shortest', 'anywhere', 'nowhere']

/**
 * Returns all plausible readings of an address (ways to split it into parts), most likely first. Each reading has all
 * words of the text. Look-ups use the address book to decide which reading is meant.
 */
export function addressReadings(text: string, knownCities: IsCity = gazetteerCity): readonly ParsedAddress[] {
  return [...likelyReadings(text, knownCities)]
}

/**
 * Yields the readings of an address (ways to split it into parts) one by one, most likely first. Most look-ups need
 * only the first.
 */
export function* likelyReadings(text: string, knownCities: IsCity = gazetteerCity): Generator<ParsedAddress> {
  const seen = new Set<string>()
  for (const reading of allReadings(wordsOf(withCalle(text)), knownCities)) {
    const key = Object.values(reading).join('|')
    if (!seen.has(key)) yield reading
    seen.add(key)
  }
}

/** City searches that are tried for words in another order. Such addresses are rare, so not all searches are tried. */
const SEARCHES_OF_OTHER_ORDERS: readonly CitySearch[] = ['sure', 'anywhere']

const LINE_FIRST = [{ isLineFirst: true }, { isLineFirst: true, citySearch: 'anywhere' }] as const

/** Replaces `C/`, as in `C/ Sol`, with `calle`. `c/o` introduces a recipient and does not change. */
function withCalle(text: string): string {
  return text.includes('/') ? text.replace(/(?<![\p{L}\p{N}])c\/(?!o\b)\s*/giu, 'calle ') : text
}

function* allReadings(words: Words, isCity: IsCity): Generator<ParsedAddress> {
  const readings: ParsedAddress[] = []
  for (const choice of choicesFor(words)) {
    const reading = readAddress(words, isCity, choice)
    readings.push(reading)
    yield reading
  }
  for (const reading of readings) yield* variants(reading)
  for (const other of otherOrders(words, readings[0]?.houseNumber !== '')) {
    for (const citySearch of SEARCHES_OF_OTHER_ORDERS) yield readAddress(other, isCity, { citySearch })
  }
}

/**
 * Yields the settings for parsing a text. If no comma separates a city, all words may be the street: `350 Camino Del
 * Mar`.
 */
function* choicesFor({ words, breaks }: Words) {
  for (const citySearch of CITY_SEARCHES) yield { citySearch }
  if (/^[a-z]/.test(words[0] ?? '')) yield* LINE_FIRST
  const mayBeZip = isZip(words[0] ?? '') && breaks[1] !== true && words.slice(1, 9).some((word) => /^\d/.test(word))
  if (mayBeZip) for (const citySearch of CITY_SEARCHES) yield { citySearch, zipFirst: true }
}

function* variants(reading: ParsedAddress): Generator<ParsedAddress> {
  for (const vary of [suffixAsName, lastWordAsUnit, letterOfUnit, directionAsName, directionRespelled]) {
    const variant = vary(reading)
    if (variant !== undefined) yield variant
  }
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

/** `1030 Shawnee St D-6` may be unit D6. */
function letterOfUnit(reading: ParsedAddress): ParsedAddress | undefined {
  const [, street = '', suffix = '', letter = '', number = ''] =
    /^(.+) ([a-z]+) ([a-z]) (\d+)$/.exec(reading.street) ?? []
  if (reading.suffix !== '' || reading.unit !== '' || !isSuffix(suffix)) return undefined
  return { ...reading, street, suffix, unit: letter + number }
}

/** `123 N Park` may be North Park Avenue, with the direction as part of the name. */
function directionAsName(reading: ParsedAddress): ParsedAddress | undefined {
  if (reading.preDirection === '' || reading.street === '') return undefined
  return { ...reading, preDirection: '', street: `${reading.preDirection} ${reading.street}` }
}

/** `123 N St` may be North Street. */
function directionRespelled(reading: ParsedAddress): ParsedAddress | undefined {
  const street = otherSpelling(reading.street)
  return street === '' ? undefined : { ...reading, street }
}
