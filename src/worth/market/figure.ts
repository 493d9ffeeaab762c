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

/** Fewer homes than this make no figure, because one or two of them would be noise. */
export const MIN_HOMES = 5

/** A change from a month to another is not told where either has fewer homes: it would say which homes these were. */
export const MIN_HOMES_OF_TREND = 15

/** @param what Names what is counted, such as `listings`. */
export function tooFewForTrend(count: number, what: string): string {
  return `too few (${count} ${what}) for a trend: it takes ${MIN_HOMES_OF_TREND} in each of its two months`
}

export const FIGURE_SOURCE = component(
  'FigureSource',
  object({
    basis: oneOf(
      ['published', 'computed', 'none'],
      'From a published series, computed from the homes of this catalogue, or neither because too little is known.',
    ),
    source: text(),
    date: day('The date of the figure.'),
    from: optional(day('The first day of the data that it was computed from.')),
    figure: optional(text('The figure used in its place.')),
    homes: optional(whole('The number of homes that it was computed from; of a change, in the month with fewer.')),
    kind: optional(
      oneOf(
        ['published', 'estimated'],
        'Of what homes are worth: whether the sources of the homes publish it, or Plat estimates it.',
      ),
    ),
    why: optional(text('Why there is no figure.')),
  }),
)

export type FigureSource = AnswerOf<typeof FIGURE_SOURCE>

/** One number of an answer with its source; undefined if unknown. */
export interface Figure {
  readonly value: number | undefined
  readonly source: FigureSource
}

/** A number that is null where too little is known; `figure_sources` then says why. */
export function figure(doc: string): Value<number | null> {
  return nullable(number(), `${doc} Null if unknown, which figure_sources explains; 0 with handling=lenient.`)
}

export function numberOf({ value }: Figure): number | null {
  return value ?? null
}

/** Puts 0 in place of null, for programs that cannot take null. */
export function zeroIfUnknown<T extends Readonly<Record<string, unknown>>>(figures: T): T {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value ?? 0])) as T // a figure may be 0
}

/** The context in which all figures of a call are made. */
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

/** The names of the sources, without duplicates. */
export function sourcesOf(all: readonly FigureSource[]): string {
  return [...new Set(all.filter(({ basis }) => basis !== 'none').map(({ source }) => source))].join('; ')
}

/** The latest date of those that are known, or of all if none is. */
export function latestDate(all: readonly FigureSource[]): Day {
  const withBasis = all.filter(({ basis }) => basis !== 'none')
  return latestOf((withBasis.length > 0 ? withBasis : all).map(({ date }) => date))
}

export function dayText(dayNumber: number): Day {
  return dayOf(dayNumber * DAY_MS)
}
