import { type CursorPages, useCursorPages } from '../../parts/use-cursor-pages.ts'
import { queryOf } from '../../service/query.ts'
import { type Asked, shownIn, useAnswer } from '../../service/use-answer.ts'
import { PAGE_ROWS, useIsKeyed } from '../../service/use-row-price.ts'
import { type NewsPage, SAVED, type SavedSearch, type SavedSearches } from './saved.ts'

export interface Saved {
  readonly listed: Asked<SavedSearches>
  readonly searches: readonly SavedSearch[]
  /** The one that is open. */
  readonly current: SavedSearch | undefined
  readonly news: CursorPages<NewsPage>
  /** Reads the list again, once it was changed. */
  readonly again: () => void
}

/** The saved searches of the key, and what is new for the one that is open. */
export function useSaved(openId: string): Saved {
  const listed = useAnswer<SavedSearches>(useIsKeyed() ? SAVED : undefined)
  const searches = shownIn(listed)?.body.searches ?? []
  const current = searches.find(({ searchId }) => searchId === openId)
  const news = useCursorPages<NewsPage>(current && newsQuery(current))
  // A list that is being read may have been made before the change.
  const again = listed.state === 'idle' ? () => {} : listed.again
  return { listed, searches, current, news, again }
}

/** Names the cursor, which is what the service would begin with by itself, so that it is asked anew once that moves. */
export function newsQuery({ searchId, seen }: SavedSearch) {
  return queryOf(`/searches/${searchId}/changes`, { since: seen, resultCount: PAGE_ROWS })
}
