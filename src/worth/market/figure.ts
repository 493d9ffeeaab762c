import type { Catalog } from '../../catalog/ports/catalog.ts'
import {
  type AnswerOf,
  component,
  day,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  type Value,
  whole,
} from '../../kit/answers/index.ts'
import { DAY_MS, type Day, dayOf } from '../../kit/base/clock.ts'
import { latestOf } from './basis.ts'

/** Minimum number of homes behind a figure. With one or two homes, it would be noise. */
export const MIN_HOMES = 5

/**
 * A change between two months needs at least this many homes in each month. With fewer, it would depend on which homes
 * were sold.
 */
export const MIN_HOMES_OF_TREND = 15

/** @param what What is counted, such as `listings`. */
export function tooFewForTrend(count: number, what: string): string {
  return `too few (${count} ${what}) for a trend: each of its two months needs at least ${MIN_HOMES_OF_TREND}`
}

export const FIGURE_SOURCE = component(
  'FigureSource',
  object({
    basis: oneOf(
      ['published', 'computed', 'none'],
      'From a published series, computed from the homes of this catalog, or neither because too little is known.',
    ),
    source: text(),
    date: day('The date of the figure.'),
    from: optional(day('The first day of the data that the figure was computed from.')),
    figure: optional(text('The figure that was used instead.')),
    homes: optional(
      whole(
        'The number of homes that the figure was computed from. For a change: the number in the month with fewer homes.',
      ),
    ),
    kind: optional(
      oneOf(
        ['published', 'estimated'],
        'For home values: whether the sources of the homes publish them, or Plat estimates them.',
      ),
    ),
    why: optional(text('Why there is no figure.')),
  }),
)

export type FigureSource = AnswerOf<typeof FIGURE_SOURCE>

/** One number of an answer, and its source. An unknown number is undefined. */
export interface Figure {
  readonly value: number | undefined
  readonly source: FigureSource
}

/** A number that is null if too little is known; `figure_sources` says why. */
export function figure(doc: string): Value<number | null> {
  return nullable(number(), `${doc} Null if unknown, which figure_sources explains; 0 with handling=lenient.`)
}

export function numberOf({ value }: Figure): number | null {
  return value ?? null
}

/** Replaces null with 0, for programs that cannot read null. */
export function zeroIfUnknown<T extends Readonly<Record<string, unknown>>>(figures: T): T {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value ?? 0])) as T // only removes null
}

/** What every figure needs from the request. */
export interface Setting {
  readonly catalog: Catalog
  readonly names: SourceNames
  /** Today's day number in UTC. */
  readonly today: number
}

export interface SourceNames {
  readonly computed: string
  published(series: { readonly source: string }): string
}

export function unknownFigure({ names, today }: Setting, why: string): Figure {
  return { value: undefined, source: { basis: 'none', source: names.computed, date: dayText(today), why } }
}

/** Returns the distinct names of the sources. */
export function sourcesOf(all: readonly FigureSource[]): string {
  return [...new Set(all.filter(({ basis }) => basis !== 'none').map(({ source }) => source))].join('; ')
}

/** Returns the latest date of the known figures. If no figure is known, returns the latest date of all. */
export function latestDate(all: readonly FigureSource[]): Day {
  const withBasis = all.filter(({ basis }) => basis !== 'none')
  return latestOf((withBasis.length > 0 ? withBasis : all).map(({ date }) => date))
}

export function dayText(dayNumber: number): Day {
  return dayOf(dayNumber * DAY_MS)
}
