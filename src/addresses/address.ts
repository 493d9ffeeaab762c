import { loadGazetteer } from '../regions/gazetteer.ts'
import { cityKeyOf, type Place, streetAndUnits } from './address-segments.ts'
import { type AddressHead, NO_HEAD, readHead } from './house-number.ts'
import { type CitySearch, cityStart, type IsCity } from './parsing/address-city.ts'
import { type AddressTail, isZip, readTail } from './parsing/address-tail.ts'
import { readStreet } from './parsing/street-parse.ts'
import { type Words, wordsOf } from './words.ts'

export type { CitySearch, IsCity } from './parsing/address-city.ts'

/** The parts of a street line, normalised; a part that was not written is empty. */
export interface StreetParts {
  readonly houseNumber: string
  /** `n`, `ne`, … */
  readonly preDirection: string
  /** The name without directions and suffix. */
  readonly street: string
  /** Postal abbreviation: `st`, `ave`, … */
  readonly suffix: string
  readonly postDirection: string
  /** Without its designator: `4b`; floors and buildings keep theirs: `fl 3`, `bldg 2`. */
  readonly unit: string
}

export interface ParsedAddress extends StreetParts {
  /** As `cityKey` writes it. */
  readonly city: string
  /** Two capital letters. */
  readonly state: string
  /** Five digits. */
  readonly zipcode: string
}

/** The gazetteer's cities, the default for lookups. */
export const gazetteerCity: IsCity = (name, state) => loadGazetteer().hasCity(name, state)

/**
 * Reads an address as people write it. Never throws and runs in linear time; ambiguous text is read the way a letter
 * carrier would read it. Where no comma separates street and city, `knownCities` decides.
 */
export function parseAddress(
  text: string,
  knownCities: IsCity = gazetteerCity,
  citySearch: CitySearch = 'sure',
): ParsedAddress {
  const asWritten = wordsOf(text)
  const number = readHead(asWritten.words)
  const written = zipBehindCity(asWritten, number)
  const head = isLoneZip(written, number, knownCities) ? NO_HEAD : number
  const tail = readTail(written, head.end, knownCities)
  const place = readPlace(written, head, tail, knownCities, citySearch)
  return { ...partsOf(written, head, place), city: place.city, state: tail.state, zipcode: tail.zipcode }
}

/** Reads a line that ends with the street or unit: `1204 N Lamar Blvd APT 4`. Never throws. */
export function streetParts(streetAddress: string): StreetParts {
  const written = wordsOf(streetAddress)
  const head = readHead(written.words)
  return partsOf(written, head, streetAndUnits(written, head.end, written.words.length))
}

/** Moves a ZIP from before its city to the end: `2616 Osprey Dr, 75074 Plano TX`. */
function zipBehindCity({ words, breaks }: Words, { end }: AddressHead): Words {
  const last = words.length - 1
  if (isZip(words[last] ?? '')) return { words, breaks }
  const at = words.findIndex((word, index) => index > end && index < last && breaks[index] === true && isZip(word))
  if (at < 0 || breaks[at + 1] === true) return { words, breaks }
  return {
    words: [...words.slice(0, at), ...words.slice(at + 1), words[at] ?? ''],
    breaks: [...breaks.slice(0, at + 1), ...breaks.slice(at + 2), false],
  }
}

/** `98178`, `98178 WA`: a number followed by nothing but a state is a ZIP. */
function isLoneZip(written: Words, head: AddressHead, isCity: IsCity): boolean {
  return /^\d{5}(-\d{4})?$/.test(written.words[0] ?? '') && readTail(written, head.end, isCity).end === head.end
}

function readPlace(written: Words, head: AddressHead, tail: AddressTail, isCity: IsCity, search: CitySearch): Place {
  const place = streetAndUnits(written, head.end, tail.end)
  if (place.city !== '') return place
  const { state, zipcode } = tail
  const isExpected = state !== '' || zipcode !== ''
  const question = { isCity, search, state, isExpected, mayBeAlone: head.houseNumber === '' }
  const streetEnd = cityStart(written.words, head.end, place.streetEnd, question)
  return { ...place, streetEnd, city: cityKeyOf(written.words.slice(streetEnd, place.streetEnd)) }
}

/** Lists every key, for the reason given at `entryOf` in `address-book.ts`. */
function partsOf({ words }: Words, head: AddressHead, place: Place): StreetParts {
  const { preDirection, street, suffix, postDirection, unit } = readStreet(words.slice(head.end, place.streetEnd))
  const { houseNumber } = head
  return { houseNumber, preDirection, street, suffix, postDirection, unit: place.unit || unit || head.unit }
}
