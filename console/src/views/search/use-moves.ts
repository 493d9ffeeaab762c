import { useMemo } from 'preact/hooks'
import type { Change, Move } from '../../parts/changes/change.ts'
import { type CursorPage, type CursorPages, useCursorPages } from '../../parts/use-cursor-pages.ts'
import { type Query, queryOf } from '../../service/query.ts'
import { SPAN_TITLES, sinceOf } from '../../service/span.ts'
import { PAGE_ROWS } from '../../service/use-row-price.ts'
import { asked, movesOf, type NewsPage } from './saved.ts'

/** The span of what is new for a saved search: its answer tells the moves, so they cost nothing more. */
export const SINCE_SEEN = 'seen'

interface PriceEvents extends CursorPage {
  readonly events: readonly Change[]
}

export const NO_MOVES = 'off'

/** The span that the page's address names; without one, that of the saved search that is open. Empty for none. */
export function spanIn(given: string, isSaved: boolean): string {
  if (given === '' || given === SINCE_SEEN) return isSaved ? SINCE_SEEN : ''
  return given in SPAN_TITLES ? given : ''
}

/** How the page's address names a span that was chosen. */
export function asMoves(span: string, isSaved: boolean): string {
  if (span === SINCE_SEEN) return ''
  return span === NO_MOVES && !isSaved ? '' : span
}

export interface Moves {
  readonly moves: ReadonlyMap<number, Move>
  /** Undefined while nothing was asked for them alone. */
  readonly pages: CursorPages<PriceEvents> | undefined
}

/** How the prices of a search moved: one call for all of its homes. `span` is empty where that is not asked. */
export function useMoves(query: Query | undefined, span: string, news: CursorPages<NewsPage>): Moves {
  const isAsked = query !== undefined && span in SPAN_TITLES
  const pages = useCursorPages<PriceEvents>(isAsked ? priceEvents(query, span) : undefined)
  const isOfNews = span === SINCE_SEEN
  const { answers } = isOfNews ? news : pages
  const moves = useMemo(() => {
    const changes = isOfNews
      ? news.answers.flatMap(({ body }) => body.changed.map(({ change }) => change))
      : pages.answers.flatMap(({ body }) => body.events)
    return isOfNews || isAsked ? movesOf(changes) : new Map<number, Move>()
  }, [isOfNews, isAsked, answers[0], answers.length])
  return { moves, pages: isAsked ? pages : undefined }
}

function priceEvents(query: Query, span: string): Query {
  const { parameters } = asked(query)
  return queryOf('/changes', { ...parameters, kinds: 'price', since: sinceOf(span), resultCount: PAGE_ROWS })
}
