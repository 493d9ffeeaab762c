import type { LogBounds } from '../../../catalog/ports/change-log.ts'
import { sourceName } from '../../../catalog/ports/source-name.ts'
import type { SavedSearch } from '../../../guard/subscriptions/index.ts'
import { DAY_MS } from '../../../kit/base/clock.ts'
import { clip } from '../../../kit/base/sentence.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { momentMs } from '../../../service/changes/cursor.ts'
import { EXAMINED_MAX } from '../../../service/changes/pages.ts'
import { newestSearchChanges, type SearchChange } from '../../../service/changes/search-changes.ts'
import type { HeardSearch } from '../../../service/operations/heard-search.ts'
import { changeDetail, changeTitle } from '../../../service/rendering/change-words.ts'
import { type Surroundings, surroundingsOf } from '../../../service/rendering/surroundings.ts'
import type { Feed, FeedEntry } from '../content/atom.ts'
import { CONSOLE_PATH } from './console.ts'
import { feedAddress } from './feed-address.ts'
import { shownChange } from './kept.ts'
import { hearSaved, type SearchPlace } from './saved-search.ts'

const ENTRIES_MAX = 50
const DAYS_MAX = 30

const TITLE_CHARACTERS_MAX = 200

export interface FeedPlace {
  /** The server's origin as the feed reader addressed it. */
  readonly origin: string
  readonly hasConsole: boolean
}

/**
 * Returns the Atom feed of a saved search with its latest changes. Rejects with a Fault if the search no longer works.
 */
export async function feedOf(search: SavedSearch, place: SearchPlace, at: FeedPlace): Promise<Feed> {
  const { catalog, clock } = place.context
  const heard = await hearSaved(search, place)
  const { after, upTo } = await catalog.log.bounds()
  const bounds = { after: Math.min(upTo, Math.max(after, (clock.now() - DAYS_MAX * DAY_MS) * 1000)), upTo }
  const changes = await changesOf(heard, search, place, bounds)
  const surroundings = surroundingsOf(place.context)
  const entries = changes.map((change) => entryOf(change, search, surroundings, place, at))
  const { label, parameters, madeMs } = search
  return {
    id: idOf(search),
    title: clip(label ?? Object.values(parameters).join(', '), TITLE_CHARACTERS_MAX),
    subtitle: `Results that entered, left or changed: up to ${ENTRIES_MAX} changes of the last ${DAYS_MAX} days.`,
    author: sourceName(catalog.about()) ?? 'Plat',
    updatedMs: entries[0]?.updatedMs ?? madeMs,
    self: feedAddress(search.feed ?? '', at.origin),
    entries,
  }
}

function changesOf<N extends SearchedNoun>(
  { noun, query }: HeardSearch<N>,
  { madeMs: askedSinceMs }: SavedSearch,
  { context }: SearchPlace,
  bounds: LogBounds,
): Promise<readonly SearchChange<N>[]> {
  const limits = { limit: ENTRIES_MAX, examinedMax: EXAMINED_MAX }
  return newestSearchChanges({ noun, selection: query, askedSinceMs }, context.catalog, bounds, limits)
}

function entryOf(
  searchChange: SearchChange<SearchedNoun>,
  search: SavedSearch,
  surroundings: Surroundings,
  { context }: SearchPlace,
  { origin, hasConsole }: FeedPlace,
): FeedEntry {
  const { change } = searchChange
  const { noun, id, sequence, after } = change
  const { changes } = shownChange(change, surroundings, context.catalog)
  const isOnPage = hasConsole && noun === 'home' && after !== undefined
  return {
    id: `${idOf(search)}/${noun}/${encodeURIComponent(id)}/${sequence}`,
    title: clip(changeTitle(searchChange), TITLE_CHARACTERS_MAX),
    content: changeDetail(change, changes),
    updatedMs: momentMs(sequence),
    page: isOnPage ? `${origin}${CONSOLE_PATH}/homes/${id}` : undefined,
  }
}

/**
 * Returns a tag URI (RFC 4151). It does not contain the server's name, which may change. The search id makes it unique.
 */
function idOf({ searchId }: SavedSearch): string {
  return `tag:plat.invalid,2026:${searchId}`
}
