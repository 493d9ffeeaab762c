import { type Column, storageOf } from '../column.ts'
import { ALL, type Filter, IMPOSSIBLE, NONE, SOME } from '../filter.ts'
import { copyPerElement } from '../own-copy.ts'
import type { PredicateOf } from '../predicate.ts'
import { shareBetween, shareMissing } from '../profile.ts'
import { filterCodes } from './one-of.ts'

export function filterRange(predicate: PredicateOf<'range'>, column: Column): Filter {
  const { element, missing, least, greatest } = storageOf(column.kind)
  // `max` is at most the greatest storable value, so missing values fail without a separate test.
  const round = element === 'f32' ? Math.fround : Number
  const min = round(Math.max(predicate.min, least))
  const max = round(Math.min(predicate.max, greatest))
  if (column.kind === 'codes') return filterCodes(column, codesBetween(min, max, predicate.orMissing))
  const passing = shareBetween(column, min, max)
  if (!predicate.orMissing) return filterBetween(column, min, max, passing)
  const share = Math.min(1, passing + shareMissing(column))
  if (max === greatest && min <= greatest) return filterBetween(column, min, missing, share)
  return filterBetweenOrMissing(column, min, max, share)
}

function filterBetween({ kind, values, lows, highs }: Column, min: number, max: number, passing: number): Filter {
  if (min > max) return IMPOSSIBLE
  const keepThose = keepBetween[storageOf(kind).element]
  return {
    passing,
    costNs: 1.6,
    verdict: (zone) => {
      const low = lows[zone] as number
      const high = highs[zone] as number
      return high < min || low > max ? NONE : low >= min && high <= max ? ALL : SOME
    },
    keep: (rows, start, end, into, at) => keepThose(values, min, max, rows, start, end, into, at),
  }
}

function filterBetweenOrMissing(column: Column, min: number, max: number, passing: number): Filter {
  const { kind, values, lows, highs } = column
  const { element, missing } = storageOf(kind)
  const keepThose = keepBetweenOr[element]
  return {
    passing,
    costNs: 1.8,
    verdict: (zone) => {
      const low = lows[zone] as number
      const high = highs[zone] as number
      if (low === missing || (low >= min && high <= max)) return ALL
      return high < missing && (high < min || low > max) ? NONE : SOME
    },
    keep: (rows, start, end, into, at) => keepThose(values, min, max, missing, rows, start, end, into, at),
  }
}

function codesBetween(min: number, max: number, orMissing: boolean): number {
  let codes = orMissing ? 1 << 31 : 0
  for (let code = Math.ceil(min); code <= max; code++) codes |= 1 << code
  return codes
}

// Both loops write every row, but advance only if the row passes. For values in random order, the processor would
// mispredict a branch.

const keepBetween = copyPerElement(function keepBetween(
  values: Column['values'],
  min: number,
  max: number,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    const value = values[row] as number
    into[next] = row
    next += +(value >= min) & +(value <= max)
  }
  return next
})

const keepBetweenOr = copyPerElement(function keepBetweenOr(
  values: Column['values'],
  min: number,
  max: number,
  other: number,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    const value = values[row] as number
    into[next] = row
    next += (+(value >= min) & +(value <= max)) | +(value === other)
  }
  return next
})
