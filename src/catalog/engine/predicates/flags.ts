import type { Column } from '../column.ts'
import { ALL, type Filter, IMPOSSIBLE, NONE, SOME, type Verdict } from '../filter.ts'
import type { PredicateOf } from '../predicate.ts'
import { shareOfBit } from '../profile.ts'

/** As the mask `any`, accepts all rows. */
const ANYTHING = 0

export function filterFlags(predicate: PredicateOf<'flags'>, column: Column): Filter {
  const values = column.values as Uint32Array // flags are stored as u32
  // Converts masks to signed numbers, like the results of bit operations.
  const all = predicate.all | 0
  const none = predicate.none | 0
  const any = predicate.any | 0
  if ((all & none) !== 0) return IMPOSSIBLE
  const cared = all | none
  return {
    passing: shareOf(column, all, none, any),
    costNs: 1.5,
    verdict: (zone) => judge(column.lows[zone] as number, column.highs[zone] as number, all, none, any),
    keep: (rows, start, end, into, at) =>
      any === ANYTHING
        ? keepExactly(values, cared, all, rows, start, end, into, at)
        : keepExactlyAndAny(values, cared, all, any, rows, start, end, into, at),
  }
}

/** Judges a zone by the bits that all of its rows have (`everywhere`) and the bits that any row has (`somewhere`). */
function judge(everywhere: number, somewhere: number, all: number, none: number, any: number): Verdict {
  if ((somewhere & all) !== all || (everywhere & none) !== 0) return NONE
  if (any !== ANYTHING && (somewhere & any) === 0) return NONE
  const surely = (everywhere & all) === all && (somewhere & none) === 0
  return surely && (any === ANYTHING || (everywhere & any) !== 0) ? ALL : SOME
}

/** Estimates the share of rows that pass, as if bits were independent. */
function shareOf(column: Column, all: number, none: number, any: number): number {
  let share = 1
  let shareWithoutAny = 1
  for (let bit = 0; bit < 32; bit++) {
    const having = shareOfBit(column, bit)
    if ((all >>> bit) & 1) share *= having
    if ((none >>> bit) & 1) share *= 1 - having
    if ((any >>> bit) & 1) shareWithoutAny *= 1 - having
  }
  return any === ANYTHING ? share : share * (1 - shareWithoutAny)
}

function keepExactly(
  values: Uint32Array,
  cared: number,
  wanted: number,
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
    next += +(((values[row] as number) & cared) === wanted)
  }
  return next
}

function keepExactlyAndAny(
  values: Uint32Array,
  cared: number,
  wanted: number,
  any: number,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    const bits = values[row] as number
    into[next] = row
    next += +((bits & cared) === wanted) & +((bits & any) !== 0)
  }
  return next
}
