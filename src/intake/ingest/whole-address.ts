import { cityKey } from '../../kit/names/name-key.ts'
import type { HomeRecord } from '../../model/home-fields.ts'
import { isKnownCity } from '../../places/addresses/city-names.ts'
import { isPlainSuffix } from '../../places/addresses/street-suffixes.ts'
import { unitAt } from '../../places/addresses/unit-designators.ts'
import type { Gazetteer } from '../../places/regions/gazetteer.ts'
import { STATES } from '../../places/regions/states.ts'

type AddressParts = Pick<HomeRecord, 'StreetAddress' | 'City' | 'StateOrProvince' | 'PostalCode'>

const STATE = STATES.map(({ code, name }) => `${code}|${name}`).join('|')
/** A state, a ZIP, or both at the end of an address. The state begins a word. */
const TAIL = new RegExp(
  `^(.*?)[,\\s]+(?:(${STATE})\\.?[-,\\s]+(\\d{5})(?:[- ]\\d{4})?|(${STATE})\\.?|(\\d{5})(?:[- ]\\d{4})?)$`,
  'i',
)
const COUNTRY = /[,\s]+(USA|US|U\.S\.A?\.|United States(?: of America)?)\.?$/i
/** Texts in the place of an address that may not be shown. */
export const NO_ADDRESS =
  /^[([*]*\s*(?:undisclosed|withheld|private|confidential|unknown|no|hidden|not (?:disclosed|available|provided))\s+(?:street\s+)?(?:address|location)[)\]*]*$|^(?:x+ )?(?:undetermined|unassigned|unknown|no) situs(?: address)?$|^[([*]*address (?:not|undisclosed|withheld|unavailable|upon|available)[^,\d]*$/i
/** A name in front of a street, as in `Elm Court | 12 Main St` and `Apartment for rent - 12 Main St`. */
const NAME = /^([^\d|,][^|,]*?)\s*(?:[|,]|\s[-–—]\s)\s*(?=\d+[\w-]*\s+\S+\s+\S)/
/** A suffix that a scraper has joined with the city after it: `12 Main StSpringfield`. */
const JOINED_SUFFIX =
  /\b(St|Street|Ave|Avenue|Rd|Road|Dr|Drive|Ln|Lane|Ct|Court|Blvd|Cir|Circle|Pl|Place|Ter)(?=[A-Z][a-z]{2})/
/** A repeated city: `12 Main St, Springfield, Springfield, IL`. */
const REPEATED_CITY = /[,\s]+([a-z][a-z .'-]{2,}),\s*(?=\1,)/i
/** Words before the name of a city in the tables of assessors: `CITY OF SPRINGFIELD`. */
const KIND_OF_CITY = /(^|,\s*)(?:city|town|township|village|borough) of (?=[a-z])/i
/** The longest name of a city, in words. */
const CITY_WORDS_MAX = 4

const CODES = new Map(
  STATES.flatMap(({ code, name }) => [code, name].map((word) => [word.toLowerCase(), code] as const)),
)

/** Returns the code of a state, given its code or name. */
export function stateIn(text: string): string | undefined {
  return CODES.get(text.trim().replace(/\.$/, '').toLowerCase())
}

/** Whether a text is a street followed by a ZIP, or by city and state: `12 Main St, Seattle, WA 98103`. */
export function isWholeAddress(text: string): boolean {
  const written = plain(text)
  const [, front = '', , , loneState, loneZip] = TAIL.exec(written) ?? []
  const isCut = loneState === undefined || front.includes(',') || written.charAt(front.length) === ','
  const wordsMin = front.includes(',') ? 2 : loneZip !== undefined ? 3 : loneState === undefined ? 2 : 4
  return /^\d/.test(front) && isCut && front.split(/\s+/).length >= wordsMin
}

/** Returns the city after the last comma of an address without a state: `12 Main St, Seattle` → `Seattle`. */
export function cityBehindComma(text: string): string | undefined {
  const [, city = ''] = /^\d[\w/-]*\s+[^,]*[a-z][^,]*,\s*([a-z][a-z .'-]{2,})$/i.exec(plain(text)) ?? []
  return city === '' || isUnit(city) ? undefined : city.trim()
}

/** Whether a text is a city with its state, as in `Seattle, WA`, `SEATTLE WA 98103` and `Ballard, Seattle, WA`. */
export function isCityWithState(text: string): boolean {
  if (!text.includes(',') && !/ [a-z]{2} \d{5}(-?\d{4}| \d{4})?$/i.test(text)) return false
  const [, front = '', state, , lone] = TAIL.exec(plain(text)) ?? []
  return (state ?? lone) !== undefined && /^[^\d,]+(,[^\d,]+)?$/.test(front)
}

function plain(text: string): string {
  const line = text
    .replaceAll(/\s*[\r\n]+\s*/g, ', ')
    .replace(/\s*\([-\d.,\s]+\)$/, '')
    .replace(/^\((.*)\)$/, '$1')
    // A web page cuts long addresses: `12 Main St, Springfield, IL 627...`.
    .replace(/\s*\d{0,4}(?:\.{3}|…)$/, '')
    .replaceAll(/\s*\|\s*(?=[a-z .'-]*(?:\||$)|\d{5}(?:-\d{4})?$)/gi, ', ')
    .replace(JOINED_SUFFIX, '$1, ')
    // A city behind a dash: `12 Main St - Springfield`.
    .replace(/^(\s*\d.*\S) - (?=[a-z][a-z .']{2,}$)/i, '$1, ')
    .replace(/[\s,`;]+$/, '')
    .trim()
    .replace(COUNTRY, '')
    .replace(REPEATED_CITY, ', ')
    .replace(KIND_OF_CITY, '$1')
  // Some names repeat the number: `923 Folsom, 923 Folsom St`.
  return withoutName(line).replace(/^(\d+) [^,|]*(?:[,|]| -) ?(?=\1 )/, '')
}

/** Returns a street without the name of a building or an advertisement in front. */
export function withoutName(line: string): string {
  const [found = '', name = ''] = NAME.exec(line) ?? []
  return name.split(/\s+/).length < 3 && isUnit(name) ? line : line.slice(found.length)
}

/**
 * Splits texts with several parts of a place: a whole address, or a city with its state. Separate fields take
 * precedence, unless they are in a different state from the whole address, whose ZIP and state agree.
 */
export function withWholeAddress(
  record: HomeRecord,
  gazetteer: Pick<Gazetteer, 'hasCity' | 'zip' | 'around'>,
): HomeRecord {
  const { UnparsedAddress, StreetAddress: line, ...given } = record
  const { StateOrProvince, PostalCode, StreetNumber, StreetName, Latitude, Longitude } = given
  const zip =
    PostalCode === undefined || /^[\d-]*$/.test(PostalCode) ? undefined : /(?<!\d)\d{5}(?!\d)/.exec(PostalCode)?.[0]
  const state = StateOrProvince && stateIn(StateOrProvince)
  const stateOf = (zipcode = '') => gazetteer.zip(zipcode.slice(0, 5))?.state
  const stateAt = () =>
    Latitude === undefined || Longitude === undefined || UnparsedAddress === undefined
      ? undefined
      : gazetteer.around({ latitude: Latitude, longitude: Longitude })?.state
  const known = state ?? stateOf(zip ?? PostalCode) ?? stateAt()
  const City = given.City?.replace(KIND_OF_CITY, '').replace(/[\s,]+$/, '') ?? ''
  // Some counties write `ATLANTA GA` as the city.
  const isBoth = isCityWithState(City) || (known !== undefined && City.toUpperCase().endsWith(` ${known}`))
  const { StreetAddress: street, ...whole } =
    UnparsedAddress === undefined ? {} : addressIn(UnparsedAddress, gazetteer, known, City)
  const withUnit = given.UnitNumber === undefined ? street : undefined
  const { StreetAddress = street, ...ofLine } = line === undefined ? {} : lineIn(line, withUnit, gazetteer, known, City)
  const [number, ...words] = StreetAddress?.toUpperCase().split(/\s+/) ?? []
  const [part, written] = [StreetName?.toUpperCase(), words.join(' ')]
  // The whole address may have a direction and a suffix that the parts lack.
  const isFuller = number === StreetNumber && written !== part && ` ${written} `.includes(` ${part} `)
  const hasParts = line === undefined && StreetNumber !== undefined && StreetName !== undefined && !isFuller
  const place = { ...ofLine, ...whole }
  const isCity = (name = '') => isKnownCity(cityKey(name), known ?? place.StateOrProvince ?? '', gazetteer)
  // A column of cities may have neighborhoods; the address has the city.
  const own = isCity(City) || !isCity(place.City) ? City : (place.City ?? City)
  const ofCity = isBoth ? placeIn(City) : own === '' ? {} : { City: own }
  const stateOfWhole = stateOf(place.PostalCode)
  const isContradicted =
    stateOfWhole !== undefined &&
    stateOfWhole === place.StateOrProvince &&
    [state, stateOf(zip ?? PostalCode)].some((one) => one !== undefined && one !== stateOfWhole)
  return {
    ...place,
    ...given,
    ...(StreetAddress &&
      !hasParts &&
      !NO_ADDRESS.test(StreetAddress) &&
      /[1-9a-z]/i.test(StreetAddress) && { StreetAddress }),
    ...ofCity,
    ...(PostalCode && { PostalCode: zip ?? PostalCode }),
    ...(state && { StateOrProvince: state }),
    ...(isContradicted && place.PostalCode && { StateOrProvince: stateOfWhole, PostalCode: place.PostalCode }),
  }
}

/** Reads a street. Splits off a place after the street, and adds a unit that only the whole address has. */
function lineIn(
  line: string,
  whole: string | undefined,
  gazetteer: Pick<Gazetteer, 'hasCity' | 'zip'>,
  known: string | undefined,
  city: string,
): AddressParts {
  const isTown = city !== '' && cityKey(cityBehindComma(line) ?? '') === cityKey(city)
  const parts = isTown || isWholeAddress(line) ? addressIn(line, gazetteer, known, city) : {}
  if (parts.City !== undefined) return parts
  const [, front = '', , , state = ''] = TAIL.exec(line) ?? []
  // Without commas, splits off a city and state only if the row's other fields show the same city and state.
  const isBehind = city !== '' && known === stateIn(state) && front.toLowerCase().endsWith(` ${city.toLowerCase()}`)
  const own = withoutName(isBehind ? front.slice(0, -city.length) : line).replace(/[\s,]+$/, '')
  return { StreetAddress: whole?.startsWith(`${own} `) ? whole : own }
}

function placeIn(text: string): AddressParts {
  const [, City = '', state, zip, lone] = TAIL.exec(plain(text)) ?? []
  const code = stateIn(state ?? lone ?? '')
  return { City: City.replace(/^.*,\s*/, ''), ...(code && { StateOrProvince: code }), ...(zip && { PostalCode: zip }) }
}

function addressIn(
  text: string,
  gazetteer: Pick<Gazetteer, 'hasCity' | 'zip'>,
  known: string | undefined,
  own: string,
): AddressParts {
  const written = plain(text)
  const city = cityBehindComma(written)
  const isKnown = (name: string) => known !== undefined && isKnownCity(cityKey(name), known, gazetteer)
  if (city !== undefined && (cityKey(city) === cityKey(own) || isKnown(city)))
    return { StreetAddress: written.slice(0, written.lastIndexOf(',')).trim(), City: city }
  const [, before = written, state, zip, loneState, loneZip] = TAIL.exec(written) ?? []
  const PostalCode = zip ?? loneZip
  const stateOfZip = gazetteer.zip(zip ?? '')?.state
  // `12 Elm Ct 31410` is a court in Georgia, not in Connecticut.
  const isCourt = /^ct$/i.test(state ?? '') && stateOfZip !== undefined && stateOfZip !== 'CT' && !before.includes(',')
  if (/^[^\d,]+,[\s\w.-]+$/.test(written) && isCityWithState(written)) return placeIn(written)
  const front = isCourt ? `${before} ${state}` : before
  const code = isCourt ? undefined : stateIn(state ?? loneState ?? '')
  const parts = front
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/ (county|parish)$/i.test(part))
  const isCut = parts.length > 1 && (code ?? PostalCode) !== undefined && !isUnit(parts.at(-1) ?? '')
  const joined = parts.join(' ')
  const isOwn = own !== '' && joined.toLowerCase().endsWith(` ${own.toLowerCase()}`)
  const [street, place] = isCut
    ? [parts.slice(0, -1).join(' '), parts.at(-1)]
    : isOwn
      ? [joined.slice(0, -own.length).trim(), own]
      : cityBehind(joined, code, PostalCode, gazetteer)
  return {
    ...(street !== '' && { StreetAddress: street }),
    ...(place && { City: place }),
    ...(code && { StateOrProvince: code }),
    ...(PostalCode && { PostalCode }),
  }
}

function isUnit(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return unitAt(words, 0, words.length) !== undefined || /\d/.test(text)
}

/** Splits a known city off the end of a street without a comma. The longest name counts. */
function cityBehind(
  text: string,
  state: string | undefined,
  zipcode: string | undefined,
  gazetteer: Pick<Gazetteer, 'hasCity' | 'zip'>,
): readonly [street: string, city?: string] {
  const code = state ?? gazetteer.zip(zipcode?.slice(0, 5) ?? '')?.state
  const words = text.split(/\s+/)
  for (let count = Math.min(CITY_WORDS_MAX, words.length - 2); code !== undefined && count > 0; count--) {
    const city = words.slice(-count).join(' ')
    if (isKnownCity(city, code, gazetteer)) return [words.slice(0, -count).join(' '), city]
  }
  // Unknown towns follow a suffix such as `Ave`, perhaps with a direction: `590 S Central Ave NW Hapeville`.
  const at = words.findLastIndex((word, i) => i > 1 && isPlainSuffix(word.toLowerCase().replace('.', '')))
  const end = at + (/^[NSEW]{1,2}$/i.test(words[at + 1] ?? '') ? 2 : 1)
  const town = words.slice(end)
  const isTown = town.length > 0 && town.length < CITY_WORDS_MAX && town.every((word) => /^[a-z.'-]{3,}$/i.test(word))
  return code === undefined || at === -1 || !isTown || isUnit(town.join(' '))
    ? [text]
    : [words.slice(0, end).join(' '), town.join(' ')]
}
