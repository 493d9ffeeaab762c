import { otherSpelling } from '../../kit/names/directions.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { cityRegionKey } from '../regions/region-keys.ts'
import { STATES } from '../regions/states.ts'
import { type PlaceText, readPlaceText } from './place-text.ts'

/** A city. The catalog may have no homes in it. */
export interface NamedCity {
  /** The city as people write it: `Tacoma, WA`. */
  readonly label: string
  /** The key of the city's region. */
  readonly key: string
}

/** Maximum length of a city's name. The longest name in the gazetteer has 28 characters. */
const NAME_CHARACTERS_MAX = 60

/**
 * Returns the cities that a text may name, even if they do not exist. If the text has no state, returns one city per
 * state.
 */
export function citiesNamed(text: string): readonly NamedCity[] {
  const cities = new Map<string, NamedCity>()
  for (const { name, state, type } of readPlaceText(text).readings) {
    if (name === '' || name.length > NAME_CHARACTERS_MAX || (type !== undefined && type !== 'city')) continue
    for (const code of state === '' ? STATES.map((each) => each.code) : [state])
      for (const spelled of new Set([name, withDirections(name)])) {
        const key = cityRegionKey(spelled, code)
        if (!cities.has(key)) cities.set(key, { label: `${capitalized(spelled)}, ${code}`, key })
      }
  }
  return [...cities.values()]
}

/**
 * Writes directions in full, except at the beginning, because keys of cities shorten directions there: `North East`.
 */
function withDirections(name: string): string {
  return name.replaceAll(/(?<= )\w+/g, (word) => (word.length > 2 ? word : otherSpelling(word) || word))
}

function capitalized(name: string): string {
  return name.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
}

/** The label of an existing city that the text names. Undefined if no city has the name. */
export function realCity({ readings }: PlaceText): string | undefined {
  const gazetteer = loadGazetteer()
  const reading = readings.find(({ name, state }) => name !== '' && gazetteer.hasCity(name, state))
  if (reading === undefined) return undefined
  const { name, state } = reading
  return state === '' ? capitalized(name) : `${capitalized(name)}, ${state}`
}
