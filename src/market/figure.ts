import { type AnswerOf, component, day, object, oneOf, optional, text, whole } from '../answers/index.ts'
import { DAY_MS, type Day, dayOf } from '../base/clock.ts'
import type { Catalog } from '../catalog/catalog.ts'

/** Fewer homes than this make no figure: what one or two of them happen to be like is noise. */
export const LEAST_HOMES = 5

export const FIGURE_SOURCE = component(
  'FigureSource',
  object({
    basis: oneOf(
      ['published', 'computed', 'none'],
      'From a published series, from the homes of this catalogue, or nothing: too little is known.',
    ),
    source: text(),
    date: day('The day that the figure is of.'),
    from: optional(day('First of the days that it was computed from.')),
    figure: optional(text('The figure that stands in for it.')),
    homes: optional(whole('Homes that it was computed from.')),
    why: optional(text('Why there is none.')),
  }),
)

/** Where a figure comes from, as answers tell it. */
export type FigureSource = AnswerOf<typeof FIGURE_SOURCE>

/** One number of an answer, with what it rests on; undefined = not known. */
export interface Figure {
  readonly value: number | undefined
  readonly told: FigureSource
}

/** The number where clients expect one whatever happens: 0 stands for what is not known, and its source says so. */
export function numberOf({ value }: Figure): number {
  return value ?? 0
}

/** What every figure of a call is made with. */
export interface Setting {
  readonly catalog: Catalog
  readonly names: SourceNames
  /** Day number in UTC. */
  readonly today: number
}

/** What the sources of figures are called. */
export interface SourceNames {
  readonly computed: string
  published(series: { readonly source: string }): string
}

export function unknownFigure({ names, today }: Setting, why: string): Figure {
  return { value: undefined, told: { basis: 'none', source: names.computed, date: dayText(today), why } }
}

/** The names of the sources, each once. */
export function sourcesOf(all: readonly FigureSource[]): string {
  return [...new Set(all.filter(({ basis }) => basis !== 'none').map(({ source }) => source))].join('; ')
}

/** The latest day that one of them is of. */
export function latestDate(all: readonly FigureSource[]): Day {
  return all.reduce((latest, { date }) => (date > latest ? date : latest), '')
}

export function dayText(dayNumber: number): Day {
  return dayOf(dayNumber * DAY_MS)
}
