import type { Context } from '../../../catalog/ports/context.ts'
import type { Account } from '../../../guard/access/access.ts'
import { requireOpen } from '../../../guard/access/index.ts'
import type { SavedSearch } from '../../../guard/subscriptions/index.ts'
import type { FailureCode } from '../../../kit/base/failure.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { type Handling, invalidParameters } from '../../../kit/params/index.ts'
import { areaOfSearch, type HeardSearch, hearSearch } from '../../../service/operations/heard-search.ts'
import type { DataClocks } from './area-days.ts'

/** A search in a request body: as path and parameters, as a sentence, or as a URL. */
export interface SearchInput {
  readonly path?: string | undefined
  readonly parameters?: Readonly<Record<string, string>> | undefined
  readonly sentence?: string | undefined
  readonly url?: string | undefined
}

/** The account and catalog for saving or reading a search. */
export interface SearchPlace {
  readonly account: Account
  readonly context: Context
  readonly clocks: DataClocks
}

type SearchPath = Pick<SavedSearch, 'path' | 'parameters'>

/** A search that can be saved. Each note is about a part of the search that has no effect. */
interface CheckedSearch extends SearchPath {
  readonly notes: readonly string[]
}

/**
 * Checks a search before it is saved. Rejects with the same Fault as the search itself would.
 *
 * @param before The saved search to change. It keeps its path if only parameters are sent.
 */
export async function checkSearch(
  input: SearchInput,
  before: SavedSearch | undefined,
  place: SearchPlace,
  handling: Handling,
): Promise<CheckedSearch> {
  const wanted = searchIn(input, before)
  const heard = await heardAt(wanted, place, handling)
  if (heard.missing.length > 0) throw new Fault('place.unknown', heard.missing.join(' '))
  const pages = `A saved search always covers all results: Plat ignores ${heard.paging.join(', ')}.`
  const notes = heard.paging.length > 0 ? [...heard.warnings, pages] : heard.warnings
  return { path: heard.path, parameters: heard.parameters, notes }
}

/**
 * Parses a saved search. Rejects with a Fault if its place no longer exists, or if the key's plan no longer includes
 * its area.
 */
export async function hearSaved(search: SavedSearch, place: SearchPlace): Promise<HeardSearch> {
  const heard = await heardAt(search, place, 'normal').catch((error: unknown) => {
    throw error instanceof Fault && REFUSED.has(error.code) ? unreadable(search, error.code, error.message) : error
  })
  if (heard.missing.length > 0) throw unreadable(search, 'place.unknown', heard.missing.join(' '))
  return heard
}

/** Failure codes of a search that worked when it was saved but no longer does. */
const REFUSED: ReadonlySet<FailureCode> = new Set(['param.invalid', 'place.unknown', 'place.ambiguous'])

function unreadable({ searchId }: SavedSearch, code: FailureCode, why: string): Fault {
  const instead = `Change the search with PATCH /searches/${searchId}, or delete it.`
  return new Fault(code, `The saved search ${searchId} no longer works. ${why} ${instead}`)
}

async function heardAt(search: SearchPath, place: SearchPlace, handling: Handling): Promise<HeardSearch> {
  const { account, context, clocks } = place
  const owner = areaOfSearch(search.path)
  if (owner !== undefined) requireOpen(account, owner, false)
  const query = Object.entries(search.parameters)
  return hearSearch({ path: search.path, query }, context, { handling, clocks, verb: 'save' })
}

function searchIn(input: SearchInput, before: SavedSearch | undefined): SearchPath {
  const { path, parameters, sentence, url } = input
  const isByPath = path !== undefined || parameters !== undefined
  const ways = [isByPath, sentence !== undefined, url !== undefined].filter(Boolean)
  if (ways.length > 1) throw refused('path', 'Send only one search: a path with parameters, a sentence or a url.')
  if (sentence !== undefined) return { path: '/search/byaiprompt', parameters: { ai_search_prompt: sentence } }
  if (url !== undefined) return { path: '/search/byurl', parameters: { url } }
  const ofPath = path ?? before?.path
  if (ofPath === undefined)
    throw refused('path', 'The search is missing: send a path with parameters, a sentence or a url.')
  return { path: ofPath, parameters: parameters ?? {} }
}

function refused(parameter: string, detail: string): Fault {
  return invalidParameters([{ parameter, code: 'param.missing', detail }])
}
