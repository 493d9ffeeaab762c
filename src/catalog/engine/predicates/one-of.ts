import type { Column } from '../column.ts'
import { ALL, type Filter, IMPOSSIBLE, NONE, SOME } from '../filter.ts'
import type { PredicateOf } from '../predicate.ts'
import { shareOfBit } from '../profile.ts'

/** 255 means missing. A shift uses the low five bits of 255, so it selects bit 31. */
const MISSING_BIT = 1 << 31

export function filterOneOf(predicate: PredicateOf<'oneOf'>, column: Column): Filter {
  return filterCodes(column, (predicate.codes & ~MISSING_BIT) | (predicate.orMissing ? MISSING_BIT : 0))
}

/** @param mask A bit for each accepted code, and bit 31 for missing. */
export function filterCodes(column: Column, mask: number): Filter {
  if (mask === 0) return IMPOSSIBLE
  const { highs } = column
  const values = column.values as Uint8Array // codes are stored as u8
  return {
    passing: shareOfAnyBit(column, mask),
    costNs: 1.4,
    verdict: (zone) => {
      const present = highs[zone] as number
      return (present & mask) === 0 ? NONE : (present & ~mask) === 0 ? ALL : SOME
    },
    keep: (rows, start, end, into, at) => keepCodes(values, mask, rows, start, end, into, at),
  }
}

function shareOfAnyBit(column: Column, mask: number): number {
  let share = 0
  for (let bits = mask; bits !== 0; bits &= bits - 1) share += shareOfBit(column, 31 - Math.clz32(bits & -bits))
  return share
}

function keepCodes(
  values: Uint8Array,
  mask: number,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    into[next] = row
    next += (mask >>> (values[row] as number)) & 1
  }
  return next
}
