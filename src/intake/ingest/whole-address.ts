import { cityKey } from '../../kit/names/name-key.ts'
import type { HomeRecord } from '../../model/home-fields.ts'
import { isKnownCity } from '../../places/addresses/city-names.ts'
import { unitAt } from '../../places/addresses/unit-designators.ts'
import type { Gazetteer } from '../../places/regions/gazetteer.ts'
import { STATES } from '../../places/regions/states.ts'

type AddressParts = Pick<HomeRecord, 'StreetAddress' | 'City' | 'StateOrProvince' | 'PostalCode'>

const STATE = STATES.map(({ code, name }) => `${code}|${name}`).join('|')
/** A state, a ZIP, or both at the end of an address. The state begins a word. */
const TAIL = new RegExp(
  `^(.*?)[,\\s]+(?:(${STATE})\\.?[,\\s]+(\\d{5}(?:-\\d{4})?)|(${STATE})\\.?|(\\d{5}(?:-\\d{4})?))$`,
  'i',
)
const COUNTRY = /[,\s]+(USA|US|U\.S\.A?\.|United States(?: of America)?)\.?$/i
/** Maximum number of words in a city's name. */
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
  const [, front = '', , , state] = TAIL.exec(plain(text)) ?? []
  return /^\d[\w-]*\s+\S+.*\S/.test(front) && (state === undefined || front.includes(','))
}

/** Returns the city after the last comma of an address without a state: `12 Main St, Seattle` → `Seattle`. */
export function cityBehindComma(text: string): string | undefined {
  const [, city = ''] = /^\d[\w/-]*\s+[^,]*[a-z][^,]*,\s*([a-z][a-z .'-]{2,})$/i.exec(plain(text)) ?? []
  return city === '' || isUnit(city) ? undefined : city.trim()
}

/** Whether a text is a city with its state, as in `Seattle, WA`. */
export function isCityWithState(text: string): boolean {
  if (!text.includes(',')) return false
  const [, front = '', state, , lone] = TAIL.exec(plain(text)) ?? []
  return (state ?? lone) !== undefined && /^[^\d,]+$/.test(front)
}

function plain(text: string): string {
  return text
    .replaceAll(/\s*[\r\n]+\s*/g, ', ')
    .replace(/\s*\([-\d.,\s]+\)$/, '')
    .trim()
    .replace(COUNTRY, '')
}

/**
 * Splits texts that contain several fields, such as a whole address or a city with its state. Separate fields take
 * precedence.
 */
export function withWholeAddress(record: HomeRecord, gazetteer: Pick<Gazetteer, 'hasCity' | 'zip'>): HomeRecord {
  const { UnparsedAddress, ...given } = record
  const { City = '', StateOrProvince, PostalCode } = given
  const ofCity = isCityWithState(City) ? placeIn(City) : {}
  const zip =
    PostalCode === undefined || /^[\d-]*$/.test(PostalCode) ? undefined : /(?<!\d)\d{5}(?!\d)/.exec(PostalCode)?.[0]
  const state = StateOrProvince && stateIn(StateOrProvince)
  const known = state ?? gazetteer.zip((zip ?? PostalCode ?? '').slice(0, 5))?.state
  const whole = UnparsedAddress === undefined ? {} : addressIn(UnparsedAddress, gazetteer, known)
  return {
    ...whole,
    ...given,
    ...ofCity,
    ...(PostalCode && { PostalCode: zip ?? PostalCode }),
    ...(state && { StateOrProvince: state }),
  }
}

function placeIn(text: string): AddressParts {
  const [, City = '', state, zip, lone] = TAIL.exec(plain(text)) ?? []
  const code = stateIn(state ?? lone ?? '')
  return { City, ...(code && { StateOrProvince: code }), ...(zip && { PostalCode: zip }) }
}

function addressIn(
  text: string,
  gazetteer: Pick<Gazetteer, 'hasCity' | 'zip'>,
  known: string | undefined,
): AddressParts {
  const written = plain(text)
  const city = cityBehindComma(written)
  if (city !== undefined && known !== undefined && isKnownCity(cityKey(city), known, gazetteer))
    return { StreetAddress: written.slice(0, written.lastIndexOf(',')).trim(), City: city }
  const [, front = written, state, zip, loneState, loneZip] = TAIL.exec(written) ?? []
  const code = stateIn(state ?? loneState ?? '')
  const PostalCode = zip ?? loneZip
  const parts = front
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/ (county|parish)$/i.test(part))
  const isCut = parts.length > 1 && (code ?? PostalCode) !== undefined && !isUnit(parts.at(-1) ?? '')
  const [street, place] = isCut
    ? [parts.slice(0, -1).join(' '), parts.at(-1)]
    : cityBehind(parts.join(' '), code, PostalCode, gazetteer)
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
  return [text]
}
