import { DIRECTION_OF, joinedDirection } from '../names/directions.ts'
import { cityKey } from '../names/name-key.ts'
import { isWholeStreet } from './parsing/street-parse.ts'
import { isSuffix } from './street-suffixes.ts'
import { isUnitIdentifier, LONE_DOOR_OF, unitAt, unitKey } from './unit-designators.ts'
import type { Words } from './words.ts'

/** Everything between the house number and state or ZIP. */
export interface Place {
  /** Index of the first word after the street. */
  readonly streetEnd: number
  readonly unit: string
  readonly city: string
}

/**
 * Reads the segments between commas, starting at the street: first the street, then units, then the city. Where neither
 * a comma nor a unit separates them, street and city stay together for the caller to split.
 */
export function streetAndUnits({ words, breaks }: Words, start: number, end: number): Place {
  const firstEnd = streetSegmentEnd(words, segmentEnd(breaks, start, end), end)
  const door = doorWithin(words, start, firstEnd)
  let { unit } = door
  let city = door.end < firstEnd ? cityKeyOf(words.slice(door.end, firstEnd)) : ''
  for (let at = firstEnd; at < end; ) {
    const next = segmentEnd(breaks, at, end)
    const segment = readSegment(words, at, next)
    unit = [unit, segment.unit].filter((part) => part !== '').join(' ')
    city = segment.city || city
    at = next
  }
  return { streetEnd: door.start, unit, city }
}

/** A comma before a quadrant does not end the street: `Bolton Road, NW Atlanta`. */
function streetSegmentEnd(words: readonly string[], comma: number, end: number): number {
  if (!isSuffix(words[comma - 1] ?? '') || comma >= end) return comma
  if (DIRECTION_OF.get(words[comma] ?? '')?.length === 2) return comma + 1
  const joined = joinedDirection(words[comma] ?? '', words[comma + 1] ?? '')
  return joined === '' || comma + 1 >= end ? comma : comma + 2
}

/** Index of the next word after a comma. */
function segmentEnd(breaks: readonly boolean[], start: number, end: number): number {
  const next = breaks.indexOf(true, start + 1)
  return next < 0 || next > end ? end : next
}

/** A designated unit in the street's segment; without one, `start` and `end` are both the segment's end. */
function doorWithin(
  words: readonly string[],
  start: number,
  end: number,
): { unit: string; start: number; end: number } {
  for (let at = start + 1; at < end; at++) {
    const door = unitAt(words, at, end)
    if (door !== undefined) return { unit: door.unit, start: at, end: door.end }
  }
  const lone = end - start > 2 ? LONE_DOOR_OF.get(words[end - 1] ?? '') : undefined
  if (lone !== undefined && isWholeStreet(words.slice(start, end - 1))) return { unit: lone, start: end - 1, end }
  return { unit: '', start: end, end }
}

/** Reads a segment after the street's: a unit, a city, or both. Counties are skipped. */
function readSegment(words: readonly string[], start: number, end: number): { unit: string; city: string } {
  const door = unitAt(words, start, end)
  const cityAt = door?.end ?? start
  const only = words[start] ?? ''
  if (door === undefined && end - start === 1) {
    const bare = LONE_DOOR_OF.get(only) ?? (isUnitIdentifier(only) && !DIRECTION_OF.has(only) ? unitKey(only) : '')
    if (bare !== '') return { unit: bare, city: '' }
  }
  const isCounty = end - cityAt > 1 && words[end - 1] === 'county'
  return { unit: door?.unit ?? '', city: isCounty ? '' : cityKeyOf(words.slice(cityAt, end)) }
}

export function cityKeyOf(words: readonly string[]): string {
  return cityKey(words.join(' '))
}
