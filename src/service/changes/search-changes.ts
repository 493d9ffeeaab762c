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

/** How results of a search differ that were there before and still are. */
export const CHANGED = ['priceUp', 'priceDown', 'status', 'other'] as const

/** How the results of a search differ from those of before. */
export type SearchStep = 'entered' | 'left' | (typeof CHANGED)[number]

/** A record whose place among the results of a search is another, or who is another there. */
export interface SearchChange<N extends SearchedNoun> {
  readonly step: SearchStep
  /** All that happened to the record as one event, the last one of which it has the sequence. */
  readonly change: LoggedChange<N>
}

export interface AskedSearchChanges<N extends SearchedNoun> {
  readonly noun: N
  readonly selection: Selection<N>
  /** Since when it is asked so, in milliseconds since 1970. */
  readonly askedSinceMs: number
}

export interface SearchChanges<N extends SearchedNoun> {
  readonly changes: readonly SearchChange<N>[]
  readonly next: number
  readonly isLast: boolean
}

/**
 * The differences of the results of a search at the two ends of a part of the log, in order of the last event. Where
 * `limit` events touch the results, or too many others lie between, only the beginning of the part is compared, up to
 * `next`. Nobody can find out where a home was whose place is withheld now: earlier events than the search tell of it as
 * the home is told of today.
 */
export async function searchChanges<N extends SearchedNoun>(
  asked: AskedSearchChanges<N>,
  catalog: Catalog,
  bounds: LogBounds,
  limit: number,
): Promise<SearchChanges<N>> {
  const { select, steps } = lookingFor(asked, catalog)
  const { events, next, isLast } = await matchingChanges(catalog.log, bounds, { nouns: [asked.noun], select }, limit)
  return { changes: await steps(netOf(events)), next, isLast }
}

/**
 * The last single changes of the results of a search, the newest first, `limit` at most. Of the part of the log as many
 * events are looked at as `examinedMax` says, from its end on. The same rule protects places.
 */
export async function newestSearchChanges<N extends SearchedNoun>(
  asked: AskedSearchChanges<N>,
  catalog: Catalog,
  bounds: LogBounds,
  { limit, examinedMax }: { readonly limit: number; readonly examinedMax: number },
): Promise<readonly SearchChange<N>[]> {
  const { select, steps } = lookingFor(asked, catalog)
  const newest: SearchChange<N>[] = []
  let { upTo } = bounds
  for (let examined = 0; examined < examinedMax && newest.length < limit; examined += READ_AT_ONCE) {
    if (examined > 0) await nextSlot()
    const events = await catalog.log.between([asked.noun], { ...bounds, upTo }, READ_AT_ONCE, 'last')
    newest.push(...(await steps(await select(events))).toReversed())
    if (events.length < READ_AT_ONCE) break
    upTo = (events[0]?.sequence ?? 1) - 1
  }
  return newest.slice(0, limit)
}

/** Selects the events that touch the results of a search, and says what they did to these, as it may be told. */
function lookingFor<N extends SearchedNoun>(
  { noun, selection, askedSinceMs }: AskedSearchChanges<N>,
  catalog: Catalog,
) {
  const has = matcherOf(noun, selection)
  const isIn = (record: Records[N] | undefined) => record !== undefined && has(record)
  const touches = ({ before, after }: LoggedChange<N>) => isIn(before) || isIn(after)
  const select = async (events: readonly LoggedChange<N>[]) => {
    const wanted = events.filter(touches)
    const early = await told(
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
    const shown = await told(
      taken.map(({ change }) => change),
      catalog,
    )
    return taken.map(({ step }, at) => ({ step, change: shown[at] as LoggedChange<N> })) // as many
  }
  return { select, steps }
}

/** Homes as they may be told of today; all other records as they are. */
async function told<N extends SearchedNoun>(
  changes: readonly LoggedChange<N>[],
  catalog: Catalog,
): Promise<readonly LoggedChange<N>[]> {
  if (changes[0]?.noun !== 'home') return changes
  const homes = changes as readonly LoggedChange[] as readonly LoggedChange<'home'>[]
  return (await underTodaysRules(homes, catalog)) as readonly LoggedChange[] as readonly LoggedChange<N>[] // N is home
}

/** All events of each record as one, in order of the last of them. */
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
