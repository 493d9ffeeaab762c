import type { Context } from '../../../catalog/ports/context.ts'
import type { Account } from '../../../guard/access/access.ts'
import { requireOpen } from '../../../guard/access/index.ts'
import type { SavedSearch } from '../../../guard/subscriptions/index.ts'
import type { FailureCode } from '../../../kit/base/failure.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { type Handling, invalidParameters } from '../../../kit/params/index.ts'
import { areaOfSearch, type HeardSearch, hearSearch } from '../../../service/operations/heard-search.ts'
import type { DataClocks } from './area-days.ts'

/** The ways in which a body says what is searched. */
export interface AskedSearch {
  readonly path?: string | undefined
  readonly parameters?: Readonly<Record<string, string>> | undefined
  readonly sentence?: string | undefined
  readonly url?: string | undefined
}

/** Where a search is saved or read. */
export interface SearchPlace {
  readonly account: Account
  readonly context: Context
  readonly clocks: DataClocks
}

type SearchPath = Pick<SavedSearch, 'path' | 'parameters'>

/** A search as it may be saved, with a sentence for each part of it that has no effect. */
interface CheckedSearch extends SearchPath {
  readonly notes: readonly string[]
}

/**
 * Reads what is searched as the search itself would, and throws the Fault that this would be answered with. `before`:
 * the search that is changed, whose path stays where only parameters are given.
 */
export async function checkSearch(
  asked: AskedSearch,
  before: SavedSearch | undefined,
  place: SearchPlace,
  handling: Handling,
): Promise<CheckedSearch> {
  const wanted = searchIn(asked, before)
  const heard = await heardAt(wanted, place, handling)
  if (heard.missing.length > 0) throw new Fault('place.unknown', heard.missing.join(' '))
  const pages = `A saved search has all results: ${heard.paging.join(', ')} has no effect.`
  const notes = heard.paging.length > 0 ? [...heard.warnings, pages] : heard.warnings
  return { path: heard.path, parameters: heard.parameters, notes }
}

/** Reads a saved search as it is asked now. Throws a Fault where the catalogue or the plan no longer has its place. */
export async function hearSaved(search: SavedSearch, place: SearchPlace): Promise<HeardSearch> {
  const heard = await heardAt(search, place, 'normal').catch((error: unknown) => {
    throw error instanceof Fault && REFUSED.has(error.code) ? unreadable(search, error.code, error.message) : error
  })
  if (heard.missing.length > 0) throw unreadable(search, 'place.unknown', heard.missing.join(' '))
  return heard
}

/** Refusals of what was accepted when the search was saved. */
const REFUSED: ReadonlySet<FailureCode> = new Set(['param.invalid', 'place.unknown', 'place.ambiguous'])

function unreadable({ searchId }: SavedSearch, code: FailureCode, why: string): Fault {
  const instead = `Ask otherwise with PATCH /searches/${searchId}, or end the search.`
  return new Fault(code, `The saved search ${searchId} can no longer be asked. ${why} ${instead}`)
}

async function heardAt(search: SearchPath, place: SearchPlace, handling: Handling): Promise<HeardSearch> {
  const { account, context, clocks } = place
  const owner = areaOfSearch(search.path)
  if (owner !== undefined) requireOpen(account.plan, owner, false)
  const query = Object.entries(search.parameters)
  return hearSearch({ path: search.path, query }, context, { handling, clocks, verb: 'save' })
}

function searchIn(asked: AskedSearch, before: SavedSearch | undefined): SearchPath {
  const { path, parameters, sentence, url } = asked
  const isByPath = path !== undefined || parameters !== undefined
  const ways = [isByPath, sentence !== undefined, url !== undefined].filter(Boolean)
  if (ways.length > 1)
    throw refused('path', 'Cannot save several searches at once: give a path with parameters, a sentence or a url.')
  if (sentence !== undefined) return { path: '/search/byaiprompt', parameters: { ai_search_prompt: sentence } }
  if (url !== undefined) return { path: '/search/byurl', parameters: { url } }
  const ofPath = path ?? before?.path
  if (ofPath === undefined)
    throw refused('path', 'Cannot save a search without a path: give one, or a sentence or a url.')
  return { path: ofPath, parameters: parameters ?? {} }
}

function refused(parameter: string, detail: string): Fault {
  return invalidParameters([{ parameter, code: 'param.missing', detail }])
}
