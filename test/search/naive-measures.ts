import type { NounDescription } from '../../src/catalog/facts/searched.ts'
import { type Amount, type Figures, MAX_PARTS, type Measurement } from '../../src/catalog/ports/measures.ts'
import type { Measure, Query } from '../../src/catalog/ports/query.ts'
import { DAY_MS } from '../../src/kit/base/clock.ts'
import type { RecordOf, SearchedNoun } from '../../src/model/searched.ts'
import type { KnownRecord } from './known-record.ts'
import { holds, naiveRows } from './naive-rows.ts'

/**
 * Computes the measures of a query from lists of records. `groupOf`: records with the same group count as one result.
 */
export function naiveMeasured<N extends SearchedNoun>(
  noun: NounDescription<N>,
  records: readonly RecordOf<N>[],
  { listingClass, where, grouped, measures = [] }: Query<N>,
  groupOf: (record: RecordOf<N>) => string | undefined = () => undefined,
): readonly Measurement[] {
  const resultsOf = (rows: readonly KnownRecord<N>[]) =>
    new Set(rows.map(({ key, record }) => (grouped ? groupOf(record) : undefined) ?? key)).size
  return measures.map((measure) => {
    const left = where.filter((_, i) => !measure.ignores.includes(i))
    return measuredOf(measure, naiveRows(noun, records, { listingClass, where: left }), resultsOf)
  })
}

function measuredOf<N extends SearchedNoun>(
  measure: Measure<N>,
  rows: readonly KnownRecord<N>[],
  resultsOf: (rows: readonly KnownRecord<N>[]) => number,
): Measurement {
  switch (measure.kind) {
    case 'choices': {
      const chosen = measure.choices.map((nodes) => rows.filter((row) => nodes.every((node) => holds(row, node))))
      return { kind: 'choices', results: chosen.map(resultsOf) }
    }
    case 'places': {
      const { type, most } = measure
      const all = byKey(rows, (row) => placesOf(row, type)).map(([key, own]) => ({ key, results: resultsOf(own) }))
      const places = all.sort((one, other) => other.results - one.results).slice(0, most)
      return { kind: 'places', places, others: all.length - places.length }
    }
    case 'classes': {
      const { amount, from } = measure
      const classes = from.map((bound, i) =>
        rows.filter((row) => {
          const value = amountOf(row, amount)
          return value !== undefined && value >= bound && value < (from[i + 1] ?? Number.POSITIVE_INFINITY)
        }),
      )
      return { kind: 'classes', results: classes.map(resultsOf) }
    }
    case 'figures':
      return { kind: 'figures', figures: figuresOf(rows, measure.amount, measure.quantiles) }
    case 'groups': {
      const { amount, by, least } = measure
      const withAmount = rows.filter((row) => amountOf(row, amount) !== undefined)
      const groups = byKey(withAmount, (row) => ('type' in by ? placesOf(row, by.type) : monthsOf(row, by.month)))
      const large = groups.filter(([, own]) => own.length >= least)
      return {
        kind: 'groups',
        groups: large.map(([key, own]) => {
          const { count, sum, quantiles } = figuresOf(own, amount, [0.5])
          return { key, count, sum, median: quantiles[0] ?? Number.NaN }
        }),
        smaller: groups.length - large.length,
      }
    }
  }
}

function figuresOf<N extends SearchedNoun>(
  rows: readonly KnownRecord<N>[],
  amount: Amount<N>,
  quantiles: readonly number[],
): Figures {
  const values = rows.flatMap((row) => amountOf(row, amount) ?? []).sort((one, other) => one - other)
  const parts = values.reduce((sum, value) => sum + Math.round(value * amount.scale), 0)
  return {
    count: values.length,
    missing: rows.length - values.length,
    sum: parts / amount.scale,
    min: values[0],
    max: values.at(-1),
    quantiles: values.length === 0 ? [] : quantiles.map((share) => quantile(values, share)),
  }
}

/** Returns the smallest value that at least this share of the values does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted.find((_, i) => i + 1 >= share * sorted.length) ?? Number.NaN
}

function amountOf<N extends SearchedNoun>({ values }: KnownRecord<N>, amount: Amount<N>): number | undefined {
  const { column, per, day, scale } = amount
  const value = values.get(column)
  const divisor = per === undefined ? 1 : values.get(per)
  if (typeof value !== 'number' || typeof divisor !== 'number' || divisor === 0) return undefined
  const exact = day === undefined ? value / divisor : day - value / divisor
  return Math.abs(exact) < MAX_PARTS / scale ? Math.floor(exact * scale + 0.5) / scale : undefined
}

function placesOf<N extends SearchedNoun>({ places }: KnownRecord<N>, type: string): readonly string[] {
  const features = /^layer\/[^/]+\/[^=]/ // matches features of a layer, but not layers or names
  return [...places].filter((key) => key.startsWith(`${type}/`) && (type !== 'layer' || features.test(key)))
}

function monthsOf<N extends SearchedNoun>({ values }: KnownRecord<N>, column: string): readonly string[] {
  const day = values.get(column)
  return typeof day === 'number' ? [new Date(day * DAY_MS).toISOString().slice(0, 7)] : []
}

function byKey<N extends SearchedNoun>(
  rows: readonly KnownRecord<N>[],
  keysOf: (row: KnownRecord<N>) => readonly string[],
): [string, KnownRecord<N>[]][] {
  const groups = new Map<string, KnownRecord<N>[]>()
  for (const row of rows) for (const key of keysOf(row)) groups.set(key, [...(groups.get(key) ?? []), row])
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}
