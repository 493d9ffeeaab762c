import { HOME_TYPES, type HomeAddress } from '../../model/home.ts'
import { codeOfText } from './further-facts.ts'
import { type HomeInput, inputAt } from './home-inputs.ts'

/**
 * Names of lacks. A lack is the set of facts that are unknown for a home. A home without coordinates is known to lie in
 * its ZIP code, or otherwise in its city. The number of a lack is its index here: twice the index in `PLACES_KNOWN`,
 * plus one if the size is unknown.
 */
export const LACKS = [
  'nothing',
  'size',
  'coordinates',
  'coordinates and size',
  'coordinates and ZIP',
  'coordinates, ZIP and size',
] as const

/** The most exact known location of a home, most exact first. */
export const PLACES_KNOWN = ['point', 'zipcode', 'city'] as const
export type PlaceKnown = (typeof PLACES_KNOWN)[number]

/** All lacks, ordered by how much is known, most first. */
const IN_ORDER = [0, 2, 4, 1, 3, 5] as const

export function placeKnown(lack: number): PlaceKnown {
  return PLACES_KNOWN[lack >> 1] ?? 'city'
}

export function isSized(lack: number): boolean {
  return (lack & 1) === 0
}

const LAND = HOME_TYPES.indexOf('LOT')

/** Names of the inputs that reveal how large a home is. */
const SIZES: readonly HomeInput[] = [
  'livingArea',
  'aboveGradeFinishedArea',
  'belowGradeFinishedArea',
  'belowGradeUnfinishedArea',
  'basementArea',
]

/**
 * Returns the size that counts for a home of its type; NaN if unknown. `start`: the position at which the home's inputs
 * begin.
 */
export function sizeIn(inputs: ArrayLike<number>, start = 0): number {
  const isLand = inputs[start + inputAt('homeType')] === LAND
  return inputs[start + inputAt(isLand ? 'lotSize' : 'livingArea')] as number // an input of the home
}

/**
 * Returns a bit for each lack with which a home can be estimated: the home's actual lack, and lacks that hide more.
 * Returns 0 for a home of unknown type or without any known location.
 * @param city See `cityCode`.
 */
export function lackBits(inputs: ArrayLike<number>, city: number, start = 0): number {
  const input = (name: HomeInput) => inputs[start + inputAt(name)] as number // an input of the home
  if (!(input('homeType') >= 0)) return 0
  const sized = sizeIn(inputs, start) >= 1 ? 0b11 : 0b10
  const at = (place: number, isKnown: boolean) => (isKnown ? sized << (2 * place) : 0)
  return (
    at(0, Number.isFinite(input('latitude') + input('longitude'))) |
    at(1, Number.isFinite(input('zipcode'))) |
    at(2, Number.isFinite(city))
  )
}

/** The lacks whose bit is set, ordered by how much is known, most first. */
export function lacksIn(bits: number): number[] {
  return IN_ORDER.filter((lack) => hasLack(bits, lack))
}

export function hasLack(bits: number, lack: number): boolean {
  return ((bits >>> lack) & 1) === 1
}

/** Hides the inputs that are unknown for a home with this lack. */
export function hide(inputs: Float32Array, lack: number): void {
  const forget = (name: HomeInput) => {
    inputs[inputAt(name)] = Number.NaN
  }
  if (placeKnown(lack) !== 'point') for (const name of ['latitude', 'longitude'] as const) forget(name)
  if (placeKnown(lack) === 'city') forget('zipcode')
  if (isSized(lack)) return
  if (inputs[inputAt('homeType')] === LAND) forget('lotSize')
  else for (const name of SIZES) forget(name)
}

/** Returns a code for a city; NaN if the city is unknown. */
export function cityCode({ city, state }: Pick<HomeAddress, 'city' | 'state'>): number {
  return city === '' ? Number.NaN : codeOfText(`${city}, ${state}`)
}
