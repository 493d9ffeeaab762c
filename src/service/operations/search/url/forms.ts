import { type Range, Refusal } from '../../../../kit/params/index.ts'
import { isObject, type Json, type JsonObject, shown } from './json.ts'

/** The largest number allowed, as in the parameters of other searches. */
const MAX_NUMBER = 999_999_999_999_999

/**
 * Reads one type of value from the JSON of a URL. Returns the value, or the reason why it is malformed. Never converts
 * a value silently.
 */
export type Form<V> = (value: Json) => V | Refusal

/** `{"value": true}` */
export const switchForm: Form<boolean> = (value) => {
  const inner = innerOf(value)
  return typeof inner === 'boolean' ? inner : refusal(value, '{"value": true} and {"value": false}')
}

/** `{"value": "text"}` */
export const choiceForm: Form<string> = (value) => {
  const inner = innerOf(value)
  return typeof inner === 'string' && inner !== '' ? inner : refusal(value, '{"value": "text"}')
}

/** A string, either alone or as `{"value": …}`. */
export const wordsForm: Form<string> = (value) => (typeof value === 'string' ? value : choiceForm(value))

/** `{"min": 1, "max": 2}`; a bound that is missing or null is open. */
export const rangeForm: Form<Range> = (value) => {
  if (!isObject(value) || !isBound(value.min) || !isBound(value.max)) return refusal(value, RANGE)
  const [min, max] = [value.min ?? Number.NEGATIVE_INFINITY, value.max ?? Number.POSITIVE_INFINITY]
  return min > max ? refusal(value, `${RANGE}, min at most max`) : { min, max }
}
const RANGE = `{"min": number, "max": number} from 0 to ${MAX_NUMBER}, either of them null or missing`

export const textForm: Form<string> = (value) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : refusal(value, 'text')

export const flagForm: Form<boolean> = (value) =>
  typeof value === 'boolean' ? value : refusal(value, 'true and false')

export const numberForm: Form<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refusal(value, 'a number')

/** A page number, counted from 1. */
export const pageForm: Form<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? (value as number) : refusal(value, 'a whole number from 1')

/** A box in degrees. If it crosses the date line, `west` is greater than `east`. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export const boxForm: Form<Box> = (value) => {
  if (!isObject(value)) return refusal(value, BOX)
  const { west, south, east, north } = value
  if (!isWithin(west, 180) || !isWithin(east, 180) || !isWithin(south, 90) || !isWithin(north, 90)) {
    return refusal(value, BOX)
  }
  return south > north ? refusal(value, `${BOX}, south below north`) : { west, south, east, north }
}
const BOX = '{"west", "south", "east", "north"} in degrees'

/** A region in a URL: its id in this catalog, and the type that the URL gives. */
export interface RegionChoice {
  readonly regionId: number
  readonly regionType: number | undefined
}

export const regionForm: Form<RegionChoice> = (value) => {
  if (!isObject(value)) return refusal(value, REGION)
  const { regionId, regionType } = value
  if (!Number.isSafeInteger(regionId)) return refusal(value, REGION)
  if (regionType != null && !Number.isSafeInteger(regionType)) return refusal(value, REGION)
  return { regionId: regionId as number, regionType: (regionType as number | null | undefined) ?? undefined }
}
const REGION = '{"regionId": number, "regionType": number}'

function innerOf(value: Json): Json | undefined {
  return isObject(value) ? value.value : undefined
}

function isBound(value: JsonObject[string] | undefined): value is number | null | undefined {
  return value == null || (typeof value === 'number' && value >= 0 && value <= MAX_NUMBER)
}

function isWithin(value: Json | undefined, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit
}

function refusal(value: Json, accepted: string): Refusal {
  return new Refusal(`${shown(value)}: must be ${accepted}.`)
}
