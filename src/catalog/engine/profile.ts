import type { Column, ColumnKind, FlatArray } from './column.ts'
import { storageOf } from './column.ts'

/** Number of quantiles of a numeric column: the minimum, 31 values at steps of 1/32, and the maximum. */
const QUANTILES = 33
const STEPS = QUANTILES - 1

/** A sample is enough, because a profile only decides the order of filters. */
const SAMPLE = 4096

/**
 * A profile has 33 quantiles and the share of missing values. For codes and flags: the share of rows with each of 32
 * bits.
 */
export const PROFILE_LENGTH = QUANTILES + 1

export function profileColumn(kind: ColumnKind, values: FlatArray, profile: Float64Array): void {
  const stride = Math.max(1, Math.floor(values.length / SAMPLE))
  const sample: number[] = []
  for (let row = 0; row < values.length; row += stride) sample.push(values[row] as number)
  if (kind === 'codes') shareOfBits(sample, (code, bit) => (code & 31) === bit, profile)
  else if (kind === 'flags') shareOfBits(sample, (bits, bit) => ((bits >>> bit) & 1) === 1, profile)
  else quantiles(sample, storageOf(kind).missing, profile)
}

function shareOfBits(sample: number[], has: (value: number, bit: number) => boolean, profile: Float64Array): void {
  for (let bit = 0; bit < 32; bit++) {
    profile[bit] = sample.filter((value) => has(value, bit)).length / Math.max(1, sample.length)
  }
}

function quantiles(sample: number[], missing: number, profile: Float64Array): void {
  const present = Float64Array.from(sample.filter((value) => value !== missing)).sort()
  for (let i = 0; i < QUANTILES; i++) profile[i] = present[Math.round((i * (present.length - 1)) / STEPS)] ?? missing
  profile[QUANTILES] = (sample.length - present.length) / Math.max(1, sample.length)
}

export function shareBetween({ profile }: Column, min: number, max: number): number {
  const missing = profile[QUANTILES] as number
  return (1 - missing) * Math.max(0, shareUpTo(profile, max) - shareUpTo(profile, min)) + 1 / SAMPLE
}

export function shareMissing({ profile }: Column): number {
  return profile[QUANTILES] as number
}

/** Returns the estimated share of the known values that are at most `value`. */
function shareUpTo(profile: Float64Array, value: number): number {
  if (value >= (profile[STEPS] as number)) return 1
  let step = 0
  while (step < STEPS && (profile[step] as number) <= value) step++
  if (step === 0) return 0
  const below = profile[step - 1] as number
  const above = profile[step] as number
  return (step - 1 + (value - below) / (above - below)) / STEPS
}

export function shareOfBit({ profile }: Column, bit: number): number {
  return profile[bit] as number
}
