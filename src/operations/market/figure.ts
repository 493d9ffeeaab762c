import { DAY_MS, type Day, dayOf } from '../../base/clock.ts'
import type { Catalog } from '../../catalog/catalog.ts'

/** Fewer homes than this make no figure: what one or two of them happen to be like is noise. */
export const LEAST_HOMES = 5

/** Where a figure comes from, as answers tell it. */
export interface FigureSource {
  /** `published`: the operator's series; `computed`: from this catalogue's homes; `none`: too little is known. */
  readonly basis: 'published' | 'computed' | 'none'
  readonly source: string
  /** The day that the figure is of: the last day of a published period, or of the days that it was computed from. */
  readonly date: Day
  /** First of the days that it was computed from; absent where it tells of one day. */
  readonly from?: Day
  /** The figure that stands in for it. */
  readonly figure?: string
  /** Homes that it was computed from. */
  readonly homes?: number
  /** Why there is none. */
  readonly why?: string
}

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

export function dayText(day: number): Day {
  return dayOf(day * DAY_MS)
}
