import { HOME_TYPES, type HomeAddress } from '../../model/home.ts'
import { codeOfText } from './further-facts.ts'
import { type HomeInput, inputAt } from './home-inputs.ts'

/**
 * The names of what an estimate has to do without. A home without coordinates is known to lie in its ZIP, or else in its city. A lack
 * is given by its index: twice the index in `PLACES_KNOWN`, and one more where the size is unknown.
 */
export const LACKS = [
  'nothing',
  'size',
  'coordinates',
  'coordinates and size',
  'coordinates and ZIP',
  'coordinates, ZIP and size',
] as const

/** The ways in which a home's place is known, the most exact first. */
export const PLACES_KNOWN = ['point', 'zipcode', 'city'] as const
export type PlaceKnown = (typeof PLACES_KNOWN)[number]

/** Lists the lacks, those with which the most is known first. */
const IN_ORDER = [0, 2, 4, 1, 3, 5] as const

export function placeKnown(lack: number): PlaceKnown {
  return PLACES_KNOWN[lack >> 1] ?? 'city'
}

export function isSized(lack: number): boolean {
  return (lack & 1) === 0
}

const LAND = HOME_TYPES.indexOf('LOT')

/** Names of the inputs that tell how large a home is. */
const SIZES: readonly HomeInput[] = [
  'livingArea',
  'aboveGradeFinishedArea',
  'belowGradeFinishedArea',
  'belowGradeUnfinishedArea',
  'basementArea',
]

/** The size by which a home of its type counts; `start` is where its inputs begin. NaN if it is unknown. */
export function sizeIn(inputs: ArrayLike<number>, start = 0): number {
  const isLand = inputs[start + inputAt('homeType')] === LAND
  return inputs[start + inputAt(isLand ? 'lotSize' : 'livingArea')] as number // an input of the home
}

/**
 * The lacks with which a home can be seen, its own and those in which more is hidden: the bit of each is set. There are
 * none for a home about whose place nothing is known, or whose type. @param city See `cityCode`.
 */
export function lackBits(inputs: ArrayLike<number>, city: number, start = 0): number {
  const held = (name: HomeInput) => inputs[start + inputAt(name)] as number // an input of the home
  if (!(held('homeType') >= 0)) return 0
  const sized = sizeIn(inputs, start) >= 1 ? 0b11 : 0b10
  const at = (place: number, isKnown: boolean) => (isKnown ? sized << (2 * place) : 0)
  return (
    at(0, Number.isFinite(held('latitude') + held('longitude'))) |
    at(1, Number.isFinite(held('zipcode'))) |
    at(2, Number.isFinite(city))
  )
}

/** The lacks whose bit is set, those with which the most is known first. */
export function lacksIn(bits: number): number[] {
  return IN_ORDER.filter((lack) => hasLack(bits, lack))
}

export function hasLack(bits: number, lack: number): boolean {
  return ((bits >>> lack) & 1) === 1
}

/** Makes the inputs of a home those of one with a lack. */
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

/** A number that stands for a city; NaN if it is unknown. */
export function cityCode({ city, state }: Pick<HomeAddress, 'city' | 'state'>): number {
  return city === '' ? Number.NaN : codeOfText(`${city}, ${state}`)
}
