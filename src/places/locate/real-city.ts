import { otherSpelling } from '../../kit/names/directions.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { cityRegionKey } from '../regions/region-keys.ts'
import { STATES } from '../regions/states.ts'
import { type PlaceText, readPlaceText } from './place-text.ts'

/** A city, of which a catalogue may have no homes. */
export interface NamedCity {
  /** The city as people write it: `Tacoma, WA`. */
  readonly label: string
  /** The key of its region. */
  readonly key: string
}

/** The longest name of a city in the gazetteer has 28. */
const NAME_CHARACTERS_MAX = 60

/** The cities that a text may name, whether or not there are such: one of each state where none is written. */
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

/** Keys of cities shorten directions at the beginning only: `North East`. */
function withDirections(name: string): string {
  return name.replaceAll(/(?<= )\w+/g, (word) => (word.length > 2 ? word : otherSpelling(word) || word))
}

function capitalized(name: string): string {
  return name.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
}

/** The label of a real city; undefined where there is none of the name. */
export function realCity({ readings }: PlaceText): string | undefined {
  const gazetteer = loadGazetteer()
  const reading = readings.find(({ name, state }) => name !== '' && gazetteer.hasCity(name, state))
  if (reading === undefined) return undefined
  const { name, state } = reading
  return state === '' ? capitalized(name) : `${capitalized(name)}, ${state}`
}
