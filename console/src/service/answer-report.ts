import { sentParams } from './query.ts'
import type { Answer } from './request.ts'

export interface Line {
  readonly name: string
  readonly text: string
}

/** The parameters of a call, grouped by how the service treated them. */
export interface AnswerReport {
  readonly applied: readonly Line[]
  readonly ignored: readonly Line[]
  /** Other places that a text can mean. */
  readonly ambiguous: readonly Line[]
}

/** Keys that occur in many answers; docs/answers.md explains them. */
interface ReportingBody {
  readonly locations?: readonly Place[]
  readonly location?: Place | string
  readonly warnings?: readonly { readonly parameter?: string; readonly detail?: string }[]
}

interface Place {
  readonly query?: string
  readonly name?: string
  readonly type?: string
  readonly found?: boolean
  readonly alternatives?: readonly (string | { readonly name?: string })[]
}

export function answerReportOf({
  query,
  body,
  ignored,
}: Pick<Answer<unknown>, 'query' | 'body' | 'ignored'>): AnswerReport {
  const reporting = reportingBodyOf(body)
  const warnings = reporting.warnings ?? []
  const places = placesIn(reporting)
  const lost = places.filter(({ found }) => found === false)
  return {
    applied: sentParams(query)
      .filter(([name]) => !ignored.includes(name))
      .map(([name, text]) => ({ name, text: readAs(name, text, places) })),
    ignored: [
      ...ignored.map((name) => ({ name, text: warnings.find(({ parameter }) => parameter === name)?.detail ?? '' })),
      ...warnings
        .filter(({ parameter = '' }) => !ignored.includes(parameter))
        .map(({ parameter = '', detail = '' }) => ({ name: parameter, text: detail })),
      ...lost.map(({ query: name = '' }) => ({ name, text: 'No place with this name was found.' })),
    ],
    ambiguous: places
      .filter(({ alternatives = [] }) => alternatives.length > 0)
      .map(({ query: name = '', alternatives = [] }) => ({ name, text: alternatives.map(nameOf).join(' · ') })),
  }
}

function reportingBodyOf(body: unknown): ReportingBody {
  return typeof body === 'object' && body !== null ? body : {} // every key may be absent
}

function placesIn({ locations, location }: ReportingBody): readonly Place[] {
  if (Array.isArray(locations)) return locations
  return typeof location === 'object' && location !== null ? [location] : []
}

const PLACED: ReadonlySet<string> = new Set(['location', 'search_query', 'searchDestinations'])

function readAs(name: string, text: string, places: readonly Place[]): string {
  if (!PLACED.has(name)) return text
  const named = places.filter((place) => place.found !== false && place.name)
  return named.length === 0 ? text : named.map((place) => `${place.name} (${place.type ?? 'place'})`).join(' · ')
}

function nameOf(alternative: string | { readonly name?: string }): string {
  return typeof alternative === 'string' ? alternative : (alternative.name ?? '')
}
