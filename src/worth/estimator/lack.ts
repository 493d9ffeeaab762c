import { HOME_TYPES, type HomeAddress } from '../../model/home.ts'
import { codeOfText } from './further-facts.ts'
import { type HomeInput, inputAt } from './home-inputs.ts'

/**
 * A lack says which important facts of a home are unknown. It is an index in this list: twice the index in
 * `PLACES_KNOWN`, plus one if the size is unknown. Without coordinates, a home is only known to lie in its ZIP code or
 * city.
 */
export const LACKS = [
  'nothing',
  'size',
  'coordinates',
  'coordinates and size',
  'coordinates and ZIP',
  'coordinates, ZIP and size',
] as const

/** The ways to know where a home is, most exact first. */
export const PLACES_KNOWN = ['point', 'zipcode', 'city'] as const
export type PlaceKnown = (typeof PLACES_KNOWN)[number]

/** All indexes of `LACKS`, from the most known facts to the fewest. */
const IN_ORDER = [0, 2, 4, 1, 3, 5] as const

export function placeKnown(lack: number): PlaceKnown {
  return PLACES_KNOWN[lack >> 1] ?? 'city'
}

export function isSized(lack: number): boolean {
  return (lack & 1) === 0
}

const LAND = HOME_TYPES.indexOf('LOT')

/** Inputs that reveal how large a home is. */
const SIZES: readonly HomeInput[] = [
  'livingArea',
  'aboveGradeFinishedArea',
  'belowGradeFinishedArea',
  'belowGradeUnfinishedArea',
  'basementArea',
]

/**
 * Returns the lot size of land and the living area of other homes; NaN if unknown.
 * @param start Where the home begins in `inputs`.
 */
export function sizeIn(inputs: ArrayLike<number>, start = 0): number {
  const isLand = inputs[start + inputAt('homeType')] === LAND
  return inputs[start + inputAt(isLand ? 'lotSize' : 'livingArea')] as number // in bounds
}

/**
 * Returns the indexes of `LACKS` with which a home can be estimated, as bits: its own unknown facts, and supersets of
 * these. Returns 0 if the type or every location is unknown.
 * @param city See `cityCode`.
 */
export function lackBits(inputs: ArrayLike<number>, city: number, start = 0): number {
  const input = (name: HomeInput) => inputs[start + inputAt(name)] as number // in bounds
  if (!(input('homeType') >= 0)) return 0
  const sized = sizeIn(inputs, start) >= 1 ? 0b11 : 0b10
  const at = (place: number, isKnown: boolean) => (isKnown ? sized << (2 * place) : 0)
  return (
    at(0, Number.isFinite(input('latitude') + input('longitude'))) |
    at(1, Number.isFinite(input('zipcode'))) |
    at(2, Number.isFinite(city))
  )
}

/** Returns the indexes of all set bits, from the most known facts to the fewest. */
export function lacksIn(bits: number): number[] {
  return IN_ORDER.filter((lack) => hasLack(bits, lack))
}

export function hasLack(bits: number, lack: number): boolean {
  return ((bits >>> lack) & 1) === 1
}

/** Sets the inputs that are unknown according to `lack` to NaN. */
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

/** Returns a code for a city, or NaN if the city is unknown. */
export function cityCode({ city, state }: Pick<HomeAddress, 'city' | 'state'>): number {
  return city === '' ? Number.NaN : codeOfText(`${city}, ${state}`)
}
