import { isSameRecord, kindsOf } from '../../catalog/facts/change-kinds.ts'
import { matcherOf } from '../../catalog/matching/matcher.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { LogBounds, LoggedChange } from '../../catalog/ports/change-log.ts'
import type { IdOf, Records } from '../../catalog/ports/nouns.ts'
import type { Selection } from '../../catalog/ports/query.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import { currentPrice } from '../../model/market-state.ts'
import { shownPrice } from '../../model/offer-columns.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { momentMs } from './cursor.ts'
import { matchingChanges, READ_AT_ONCE } from './pages.ts'
import { underTodaysRules } from './todays-rules.ts'

/** How a record that stays among the results of a search may change. */
export const CHANGED = ['priceUp', 'priceDown', 'status', 'other'] as const

/** How a record changed the results of a search. */
export type SearchStep = 'entered' | 'left' | (typeof CHANGED)[number]

/** A record that entered or left the results of a search, or changed among them. */
export interface SearchChange<N extends SearchedNoun> {
  readonly step: SearchStep
  /**
   * The event. In `searchChanges`, all events of the record merged into one, with the sequence number of the last
   * event.
   */
  readonly change: LoggedChange<N>
}

export interface SearchChangesQuery<N extends SearchedNoun> {
  readonly noun: N
  readonly selection: Selection<N>
  /** When the search was saved, in milliseconds since 1970. */
  readonly askedSinceMs: number
}

export interface SearchChanges<N extends SearchedNoun> {
  readonly changes: readonly SearchChange<N>[]
  readonly next: number
  readonly isLast: boolean
}

/**
 * Compares the results of a search at both ends of a part of the log. Returns the differences, in the order of each
 * record's last event. If there are more than `limit` matching events or too many others, compares only the beginning
 * of the part, up to `next`. If a home's source now forbids showing the address, the home's events before
 * `askedSinceMs` are matched without the place, so that a search cannot find out where the home was.
 */
export async function searchChanges<N extends SearchedNoun>(
  query: SearchChangesQuery<N>,
  catalog: Catalog,
  bounds: LogBounds,
  limit: number,
): Promise<SearchChanges<N>> {
  const { select, steps } = lookingFor(query, catalog)
  const { events, next, isLast } = await matchingChanges(catalog.log, bounds, { nouns: [query.noun], select }, limit)
  return { changes: await steps(netOf(events)), next, isLast }
}

/**
 * Returns the latest changes of a search's results one by one, newest first, at most `limit`. Examines at most
 * `examinedMax` events, from the end of the part of the log. Like `searchChanges`, hides where a home was if its source
 * now forbids showing the address.
 */
export async function newestSearchChanges<N extends SearchedNoun>(
  query: SearchChangesQuery<N>,
  catalog: Catalog,
  bounds: LogBounds,
  { limit, examinedMax }: { readonly limit: number; readonly examinedMax: number },
): Promise<readonly SearchChange<N>[]> {
  const { select, steps } = lookingFor(query, catalog)
  const newest: SearchChange<N>[] = []
  let { upTo } = bounds
  for (let examined = 0; examined < examinedMax && newest.length < limit; examined += READ_AT_ONCE) {
    if (examined > 0) await nextSlot()
    const events = await catalog.log.between([query.noun], { ...bounds, upTo }, READ_AT_ONCE, 'last')
    newest.push(...(await steps(await select(events))).toReversed())
    if (events.length < READ_AT_ONCE) break
    upTo = (events[0]?.sequence ?? 1) - 1
  }
  return newest.slice(0, limit)
}

/**
 * Returns two functions for a search: `select` finds the events that affect its results, and `steps` says how each of
 * them changed the results.
 */
function lookingFor<N extends SearchedNoun>(
  { noun, selection, askedSinceMs }: SearchChangesQuery<N>,
  catalog: Catalog,
) {
  const has = matcherOf(noun, selection)
  const isIn = (record: Records[N] | undefined) => record !== undefined && has(record)
  const touches = ({ before, after }: LoggedChange<N>) => isIn(before) || isIn(after)
  const select = async (events: readonly LoggedChange<N>[]) => {
    const wanted = events.filter(touches)
    const early = await asSeenToday(
      wanted.filter(({ sequence }) => momentMs(sequence) < askedSinceMs),
      catalog,
    )
    return [...early.filter(touches), ...wanted.filter(({ sequence }) => momentMs(sequence) >= askedSinceMs)]
  }
  const steps = async (events: readonly LoggedChange<N>[]): Promise<readonly SearchChange<N>[]> => {
    const taken = events.flatMap((change) => {
      const step = stepOf(change, isIn(change.before), isIn(change.after))
      return step === undefined ? [] : [{ step, change }]
    })
    const shown = await asSeenToday(
      taken.map(({ change }) => change),
      catalog,
    )
    // `shown` has one element for each element of `taken`
    return taken.map(({ step }, at) => ({ step, change: shown[at] as LoggedChange<N> }))
  }
  return { select, steps }
}

/** Returns changes of homes as callers may see them today, and changes of all other records unchanged. */
async function asSeenToday<N extends SearchedNoun>(
  changes: readonly LoggedChange<N>[],
  catalog: Catalog,
): Promise<readonly LoggedChange<N>[]> {
  if (changes[0]?.noun !== 'home') return changes
  const homes = changes as readonly LoggedChange[] as readonly LoggedChange<'home'>[]
  // only homes get here, so N is `home`
  return (await underTodaysRules(homes, catalog)) as readonly LoggedChange[] as readonly LoggedChange<N>[]
}

/** Merges the events of each record into one, in the order of each record's last event. */
function netOf<N extends SearchedNoun>(events: readonly LoggedChange<N>[]): readonly LoggedChange<N>[] {
  const byId = new Map<IdOf<N>, LoggedChange<N>>()
  for (const event of events) {
    const first = byId.get(event.id)
    byId.delete(event.id)
    byId.set(event.id, first === undefined ? event : together(first, event))
  }
  return [...byId.values()]
}

function together<N extends SearchedNoun>(first: LoggedChange<N>, last: LoggedChange<N>): LoggedChange<N> {
  const isBack = [first, last].some(({ kinds }) => kinds.includes('back'))
  const kinds = kindsOf(last.noun, first.before, last.after, () => isBack)
  return { ...last, before: first.before, kinds }
}

function stepOf<N extends SearchedNoun>(
  { noun, before, after, kinds }: LoggedChange<N>,
  wasIn: boolean,
  isIn: boolean,
): SearchStep | undefined {
  if (!wasIn || !isIn) return isIn ? 'entered' : wasIn ? 'left' : undefined
  if (before === undefined || after === undefined || isSameRecord(before, after)) return undefined
  const [was, is] = [PRICES[noun](before), PRICES[noun](after)]
  if (was !== undefined && is !== undefined && was !== is) return is > was ? 'priceUp' : 'priceDown'
  return kinds.includes('status') ? 'status' : 'other'
}

const PRICES: { readonly [N in SearchedNoun]: (record: Records[N]) => number | undefined } = {
  home: (home) => currentPrice(home) ?? undefined,
  offer: shownPrice,
  experience: ({ pricePerGuest }) => pricePerGuest,
}
