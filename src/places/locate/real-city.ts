import { loadGazetteer } from '../regions/gazetteer.ts'
import { cityRegionKey } from '../regions/region-keys.ts'
import { STATES } from '../regions/states.ts'
import { type PlaceText, readPlaceText } from './place-text.ts'

/** A real city, which a catalogue may have no homes of. */
export interface RealCity {
  /** The city as people write it: `Tacoma, WA`. */
  readonly label: string
  /** The key of its region; undefined where several states have such a city and none was written. */
  readonly key: string | undefined
}

export function realCityNamed(text: string): RealCity | undefined {
  return realCity(readPlaceText(text))
}

export function realCity({ readings }: PlaceText): RealCity | undefined {
  const gazetteer = loadGazetteer()
  const reading = readings.find(({ name, state }) => name !== '' && gazetteer.hasCity(name, state))
  if (reading === undefined) return undefined
  const { name, state } = reading
  const states = state === '' ? STATES.map(({ code }) => code).filter((code) => gazetteer.hasCity(name, code)) : [state]
  const shown = name.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
  const [only = ''] = states
  return {
    label: state === '' ? shown : `${shown}, ${state}`,
    key: states.length === 1 ? cityRegionKey(name, only) : undefined,
  }
}
