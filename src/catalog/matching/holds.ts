import { greatCircleM } from '../engine/great-circle.ts'
import { isInRings } from '../engine/point-in-ring.ts'
import { holdsArea } from '../facts/home-areas.ts'
import type { BoxNode, CircleNode, Corners, PolygonNode } from '../ports/query.ts'
import {
  ANY,
  BOX,
  CIRCLE,
  CLASS,
  CODES,
  COLUMN_BITS,
  COLUMN_SHIFT,
  DAYS,
  FLAGS,
  KIND_BITS,
  LENGTH_SHIFT,
  NAMED,
  NAMES_END,
  NONE,
  OR_MISSING_BIT,
  PHRASE,
  RANGE,
  SUM,
  WORDS,
} from './program.ts'
import type { RecordView } from './record-view.ts'

/** Whether a record matches a compiled search, which starts at `start` in `words`. */
export function holds(words: Float64Array, start: number, view: RecordView): boolean {
  if (words[start + CLASS] !== view.listingClass) return false
  return holdAll(words, start, start + (words[start + NAMES_END] as number), start + (words[start] as number), view)
}

/** Positions of names in a compiled search are relative to `start`. */
function holdAll(words: Float64Array, start: number, from: number, end: number, view: RecordView): boolean {
  for (let at = from; at < end; at += (words[at] as number) >>> LENGTH_SHIFT)
    if (!holdsStep(words, start, at, view)) return false
  return true
}

function holdsStep(words: Float64Array, start: number, at: number, view: RecordView): boolean {
  const head = words[at] as number
  const [one, two, three] = [words[at + 1] as number, words[at + 2] as number, words[at + 3] as number]
  const value = view.values[(head >>> COLUMN_SHIFT) & COLUMN_BITS] as number
  switch (head & KIND_BITS) {
    case RANGE:
      return Number.isNaN(value) ? (head & OR_MISSING_BIT) !== 0 : value >= one && value <= two
    case CODES:
      return !Number.isNaN(value) && ((one >>> value) & 1) === 1
    case FLAGS:
      return (view.flags & one) === one && (two === 0 || (view.flags & two) !== 0) && (view.flags & three) === 0
    case SUM: {
      const sum = sumOf(words, at + 3, at + (head >>> LENGTH_SHIFT), view)
      return sum >= one && sum <= two
    }
    case DAYS:
      return view.days.some(({ day, amount }) => day >= one && day <= two && amount >= three)
    case NAMED:
      return hasSome(words, start + one, start + two, view.named)
    case WORDS:
      return hasAll(words, start + one, start + two, view.words)
    case PHRASE:
      return hasPhrase(words.subarray(start + one, start + two), view.texts)
    case ANY:
      return holdsAny(words, start, at, view)
    case NONE:
      return !holdsAny(words, start, at, view)
    default:
      return holdsShape(words, at, view)
  }
}

/** Returns NaN if one of the values is missing. */
function sumOf(words: Float64Array, from: number, end: number, { values }: RecordView): number {
  let sum = 0
  for (let at = from; at < end; at += 2) sum += (values[words[at] as number] as number) * (words[at + 1] as number)
  return sum
}

function hasSome(words: Float64Array, from: number, end: number, names: ReadonlySet<number>): boolean {
  for (let at = from; at < end; at++) if (names.has(words[at] as number)) return true
  return false
}

function hasAll(words: Float64Array, from: number, end: number, names: ReadonlySet<number>): boolean {
  for (let at = from; at < end; at++) if (!names.has(words[at] as number)) return false
  return true
}

function hasPhrase(phrase: Float64Array, texts: RecordView['texts']): boolean {
  return texts.some((text) => text.some((_, first) => phrase.every((word, i) => text[first + i] === word)))
}

/** An alternative is encoded as its length and its steps. */
function holdsAny(words: Float64Array, start: number, at: number, view: RecordView): boolean {
  const end = at + ((words[at] as number) >>> LENGTH_SHIFT)
  for (let from = at + 1; from < end; from += (words[from] as number) + 1)
    if (holdAll(words, start, from + 1, from + 1 + (words[from] as number), view)) return true
  return false
}

/**
 * Whether the record lies in a shape. A home without coordinates lies in a shape only if its whole ZIP code or city
 * does.
 */
function holdsShape(words: Float64Array, at: number, { point, area }: RecordView): boolean {
  if (point === undefined) return area !== undefined && holdsArea(shapeAt(words, at), area)
  const { longitude, latitude } = point
  const head = words[at] as number
  const [one, two] = [words[at + 1] as number, words[at + 2] as number]
  const [three, four] = [words[at + 3] as number, words[at + 4] as number]
  switch (head & KIND_BITS) {
    case BOX: {
      if (latitude < two || latitude > four) return false
      return one > three ? longitude >= one || longitude <= three : longitude >= one && longitude <= three
    }
    case CIRCLE:
      return greatCircleM(one, two, longitude, latitude) <= three
    default:
      return isInRings(ringsAt(words, at), longitude, latitude)
  }
}

/** Returns the shape that is encoded at `at`. */
function shapeAt(words: Float64Array, at: number): BoxNode | CircleNode | PolygonNode {
  const head = words[at] as number
  const [one = 0, two = 0, three = 0, north = 0] = words.subarray(at + 1, at + 5)
  switch (head & KIND_BITS) {
    case BOX:
      return { kind: 'box', west: one, south: two, east: three, north }
    case CIRCLE:
      return { kind: 'circle', longitude: one, latitude: two, radiusM: three }
    default: {
      const [points = [], ...holes] = ringsAt(words, at).map(cornersOf)
      return { kind: 'polygon', points, holes }
    }
  }
}

/** A ring is encoded as its length and its coordinates. */
function ringsAt(words: Float64Array, at: number): readonly Float64Array[] {
  const end = at + ((words[at] as number) >>> LENGTH_SHIFT)
  const rings: Float64Array[] = []
  for (let from = at + 1; from < end; from += (words[from] as number) + 1)
    rings.push(words.subarray(from + 1, from + 1 + (words[from] as number)))
  return rings
}

function cornersOf(ring: Float64Array): Corners {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i + 1] ?? 0, ring[2 * i] ?? 0] as const)
}
