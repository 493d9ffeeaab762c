import { rounded } from '../base/figures.ts'
import { NO_DAY } from '../model/market-facts.ts'
import { inTurns } from './facts.ts'
import { dayText, type Figure, LEAST_HOMES, type Setting, unknownFigure } from './figure.ts'

/** What to look at in rows of facts: the day on which something was, and how much it was; NaN where it is not known. */
export interface Observation<F> {
  readonly days: (facts: F) => Uint16Array
  readonly value: (facts: F, row: number) => number
}

/** Values of a span of days, both ends inside. */
export interface Observed {
  readonly values: readonly number[]
  readonly from: number
  readonly to: number
}

type Rows = { readonly rows: number }

/** Spans that end today, tried one after the other until one holds enough. */
const SPANS_DAYS = [90, 365]
const YEAR_DAYS = 365

/**
 * What was observed lately: within 90 days; where that is too little, within a year; else in the year that ended with
 * the last one that is known, so that data of long ago still tells of its own time. undefined when even that is too
 * little.
 */
export async function observeLately<F extends Rows>(
  parts: readonly F[],
  observation: Observation<F>,
  today: number,
): Promise<Observed | undefined> {
  for (const span of SPANS_DAYS) {
    const observed = await observe(parts, observation, today - span + 1, today)
    if (observed.values.length >= LEAST_HOMES) return observed
  }
  const last = await lastDay(parts, observation, today)
  const observed = await observe(parts, observation, last - YEAR_DAYS + 1, last)
  return observed.values.length >= LEAST_HOMES ? observed : undefined
}

export async function observe<F extends Rows>(
  parts: readonly F[],
  { days, value }: Observation<F>,
  from: number,
  to: number,
): Promise<Observed> {
  const values: number[] = []
  for await (const part of inTurns(parts)) {
    const column = days(part)
    for (let row = 0; row < part.rows; row++) {
      const day = column[row] as number
      if (day < from || day > to || day === NO_DAY) continue
      const observed = value(part, row)
      if (!Number.isNaN(observed)) values.push(observed)
    }
  }
  return { values, from, to }
}

/** Every value beside its day, by keys that days have, e.g. months. */
export async function observeBy<F extends Rows>(
  parts: readonly F[],
  { days, value }: Observation<F>,
  keyOf: (day: number) => number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const byKey = new Map<number, number[]>()
  for await (const part of inTurns(parts)) {
    const column = days(part)
    for (let row = 0; row < part.rows; row++) {
      const day = column[row] as number
      const observed = day === NO_DAY ? Number.NaN : value(part, row)
      if (Number.isNaN(observed)) continue
      const key = keyOf(day)
      const values = byKey.get(key)
      if (values === undefined) byKey.set(key, [observed])
      else values.push(observed)
    }
  }
  return byKey
}

async function lastDay<F extends Rows>(
  parts: readonly F[],
  { days, value }: Observation<F>,
  today: number,
): Promise<number> {
  let last = Number.NEGATIVE_INFINITY
  for await (const part of inTurns(parts)) {
    const column = days(part)
    for (let row = 0; row < part.rows; row++) {
      const day = column[row] as number
      if (day > last && day <= today && day !== NO_DAY && !Number.isNaN(value(part, row))) last = day
    }
  }
  return last
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** @param why What is missing when nothing, or too little, was observed. */
export function computedFigure(
  observed: Observed | undefined,
  summary: (values: readonly number[]) => number,
  decimals: number,
  setting: Setting,
  why: string,
): Figure {
  if (observed === undefined) return unknownFigure(setting, why)
  const { values, from, to } = observed
  return {
    value: rounded(summary(values), decimals),
    told: {
      basis: 'computed',
      source: setting.names.computed,
      date: dayText(to),
      ...(from !== to && { from: dayText(from) }),
      homes: values.length,
    },
  }
}
