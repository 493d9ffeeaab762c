import { type Query, queryOf } from '../../service/query.ts'
import { request } from '../../service/request.ts'
import { SAVED, type SavedSearch, storedQuery } from './saved.ts'

interface One {
  readonly search: SavedSearch
}

export async function save(query: Query, label: string): Promise<SavedSearch> {
  return (await request<One>(SAVED, undefined, { method: 'POST', body: { ...storedQuery(query), label } })).body.search
}

export async function rename({ searchId }: SavedSearch, label: string): Promise<void> {
  await request(queryOf(`/searches/${searchId}`), undefined, { method: 'PATCH', body: { label } })
}

export async function updateQuery({ searchId }: SavedSearch, query: Query): Promise<void> {
  await request(queryOf(`/searches/${searchId}`), undefined, { method: 'PATCH', body: storedQuery(query) })
}

/** Stores how far the person has seen the updates: a cursor, or `now`. */
export async function markSeen(searchId: string, seen: string): Promise<void> {
  await request(queryOf(`/searches/${searchId}`), undefined, { method: 'PATCH', body: { seen } })
}

/** Returns the feed address of a saved search. Creates it if there is none; an existing address stays valid. */
export async function feedOf({ searchId, feed }: SavedSearch): Promise<string> {
  if (feed !== null) return feed
  const { body } = await request<One>(queryOf(`/searches/${searchId}/feed`), undefined, { method: 'POST' })
  return body.search.feed ?? ''
}

export async function end({ searchId }: SavedSearch): Promise<void> {
  await request(queryOf(`/searches/${searchId}`), undefined, { method: 'DELETE' })
}
