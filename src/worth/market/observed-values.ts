import { rounded } from '../../kit/base/figures.ts'
import { NO_DAY } from '../../model/market-facts.ts'
import { inSlots } from './facts.ts'
import { dayText, type Figure, MIN_HOMES, type Setting, unknownFigure } from './figure.ts'

/** Reads an event's day and value from rows of facts. The value is NaN if unknown. */
export interface Observation<F> {
  readonly days: (facts: F) => Uint16Array
  readonly value: (facts: F, row: number) => number
}

/** The values from `from` to `to`, both included. */
export interface ObservedValues {
  readonly values: readonly number[]
  readonly from: number
  readonly to: number
}

type Rows = { readonly rows: number }

/** Lengths of periods up to today, in days. The first with enough values is used. */
const SPANS_DAYS = [90, 365]
const YEAR_DAYS = 365

/**
 * Returns the values of the last 90 days or, if they are too few, of the last year. In old data, returns the values of
 * the last year with data. Undefined if that year also has too few values.
 */
export async function observeRecent<F extends Rows>(
  parts: readonly F[],
  observation: Observation<F>,
  today: number,
): Promise<ObservedValues | undefined> {
  for (const span of SPANS_DAYS) {
    const observed = await observe(parts, observation, today - span + 1, today)
    if (observed.values.length >= MIN_HOMES) return observed
  }
  const last = await lastDay(parts, observation, today)
  const observed = await observe(parts, observation, last - YEAR_DAYS + 1, last)
  return observed.values.length >= MIN_HOMES ? observed : undefined
}

export async function observe<F extends Rows>(
  parts: readonly F[],
  observation: Observation<F>,
  from: number,
  to: number,
): Promise<ObservedValues> {
  const values: number[] = []
  await eachObserved(parts, observation, { from, to }, (_, value) => values.push(value))
  return { values, from, to }
}

/** Groups all values by a key of their day, such as the month. */
export async function observeBy<F extends Rows>(
  parts: readonly F[],
  observation: Observation<F>,
  keyOf: (day: number) => number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const byKey = new Map<number, number[]>()
  await eachObserved(parts, observation, {}, (day, value) => {
    const key = keyOf(day)
    const values = byKey.get(key)
    if (values === undefined) byKey.set(key, [value])
    else values.push(value)
  })
  return byKey
}

async function lastDay<F extends Rows>(
  parts: readonly F[],
  observation: Observation<F>,
  today: number,
): Promise<number> {
  let last = Number.NEGATIVE_INFINITY
  await eachObserved(parts, observation, { to: today }, (day) => {
    last = Math.max(last, day)
  })
  return last
}

/** Calls `take` for each row with a known day in the period (ends included) and a known value. */
async function eachObserved<F extends Rows>(
  parts: readonly F[],
  { days, value }: Observation<F>,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: { readonly from?: number; readonly to?: number },
  take: (day: number, value: number) => void,
): Promise<void> {
  for await (const part of inSlots(parts)) {
    const column = days(part)
    for (let row = 0; row < part.rows; row++) {
      const day = column[row] as number
      if (day < from || day > to || day === NO_DAY) continue
      const observed = value(part, row)
      if (!Number.isNaN(observed)) take(day, observed)
    }
  }
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** @param why What is missing if there are too few values. */
export function computedFigure(
  observed: ObservedValues | undefined,
  summary: (values: readonly number[]) => number,
  decimals: number,
  setting: Setting,
  why: string,
): Figure {
  if (observed === undefined) return unknownFigure(setting, why)
  const { values, from, to } = observed
  return {
    value: rounded(summary(values), decimals),
    source: {
      basis: 'computed',
      source: setting.names.computed,
      date: dayText(to),
      ...(from !== to && { from: dayText(from) }),
      homes: values.length,
    },
  }
}
