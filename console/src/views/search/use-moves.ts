import { useMemo } from 'preact/hooks'
import type { Change, CursorPage, Move } from '../../parts/changes/change.ts'
import { type CursorPages, useCursorPages } from '../../parts/use-cursor-pages.ts'
import { type Query, queryOf } from '../../service/query.ts'
import { SPAN_TITLES, useSince } from '../../service/span.ts'
import { PAGE_ROWS } from '../../service/use-row-price.ts'
import { movesOf, type NewsPage, storedQuery } from './saved.ts'

/**
 * The span that means "since last seen", for saved searches. Their updates include price changes, so this span costs
 * nothing extra.
 */
export const SINCE_SEEN = 'seen'

interface PriceEvents extends CursorPage {
  readonly events: readonly Change[]
}

export const NO_MOVES = 'off'

/** Returns the span in the page's address, otherwise that of the open saved search, otherwise an empty text. */
export function spanIn(given: string, isSaved: boolean): string {
  if (given === '' || given === SINCE_SEEN) return isSaved ? SINCE_SEEN : ''
  return given in SPAN_TITLES ? given : ''
}

/** Returns the name of a chosen span in the page's address. */
export function asMoves(span: string, isSaved: boolean): string {
  if (span === SINCE_SEEN) return ''
  return span === NO_MOVES && !isSaved ? '' : span
}

export interface Moves {
  readonly moves: ReadonlyMap<number, Move>
  /** Undefined unless price changes need a request of their own. */
  readonly pages: CursorPages<PriceEvents> | undefined
}

/** Loads the price changes of a search, with one call for all homes. `span` is empty if price changes are hidden. */
export function useMoves(query: Query | undefined, span: string, news: CursorPages<NewsPage>): Moves {
  const isAsked = query !== undefined && span in SPAN_TITLES
  const since = useSince(span)
  const pages = useCursorPages<PriceEvents>(isAsked ? priceEvents(query, since) : undefined)
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

function priceEvents(query: Query, since: string | undefined): Query {
  const { parameters } = storedQuery(query)
  return queryOf('/changes', { ...parameters, kinds: 'price', since, resultCount: PAGE_ROWS })
}
