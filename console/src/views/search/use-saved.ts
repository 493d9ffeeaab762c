import { type CursorPages, useCursorPages } from '../../parts/use-cursor-pages.ts'
import { queryOf } from '../../service/query.ts'
import { type AnswerState, shownIn, useAnswer } from '../../service/use-answer.ts'
import { PAGE_ROWS, useIsKeyed } from '../../service/use-row-price.ts'
import { type NewsPage, SAVED, type SavedSearch, type SavedSearches } from './saved.ts'

export interface Saved {
  readonly listed: AnswerState<SavedSearches>
  readonly searches: readonly SavedSearch[]
  readonly current: SavedSearch | undefined
  readonly news: CursorPages<NewsPage>
  /** Reloads the list after a change. */
  readonly again: () => void
}

/** The key's saved searches, and the updates of the open one. */
export function useSaved(openId: string): Saved {
  const listed = useAnswer<SavedSearches>(useIsKeyed() ? SAVED : undefined)
  const searches = shownIn(listed)?.body.searches ?? []
  const current = searches.find(({ searchId }) => searchId === openId)
  const news = useCursorPages<NewsPage>(current && newsQuery(current))
  // a list that is loading now may date from before the change, so it is loaded again
  const again = listed.state === 'idle' ? () => {} : listed.again
  return { listed, searches, current, news, again }
}

/**
 * Returns the query for updates. It names the cursor, so that the query changes when the cursor moves; the service
 * would use the same cursor by default.
 */
export function newsQuery({ searchId, seen }: SavedSearch) {
  return queryOf(`/searches/${searchId}/changes`, { since: seen, resultCount: PAGE_ROWS })
}
