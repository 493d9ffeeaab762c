import { type Examples, SMALL_COMB } from './corpus.ts'

/**
 * Saves searches until the key has reached its storage limit. Returns the paths of the last search's feed and tiles.
 */
export async function fillSubscriptions(
  origin: string,
  key: string,
): Promise<Pick<Examples, 'search' | 'feed' | 'tiles'>> {
  const headers = { 'x-service-key': key }
  const post = async (path: string, body?: object) => {
    const answer = await fetch(origin + path, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) })
    return { isMade: answer.ok, made: (await answer.json()) as { search: { feed: string } } }
  }
  const sent = { path: '/search/bypolygon', parameters: { polygon: SMALL_COMB, listingStatus: 'Sold' } }
  while ((await post('/searches', sent)).isMade);
  const { searches } = (await (await fetch(`${origin}/searches`, { headers })).json()) as {
    searches: readonly { searchId: string }[]
  }
  const search = searches.at(-1)?.searchId ?? ''
  const { made } = await post(`/searches/${search}/feed`)
  return { search, feed: new URL(made.search.feed).pathname, tiles: `/tiles/${search}/2/0/1` }
}
