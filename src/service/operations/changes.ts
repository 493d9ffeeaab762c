import { isDeepStrictEqual } from 'node:util'
import { matcherOf } from '../../catalog/matching/matcher.ts'
import type { LoggedChange } from '../../catalog/ports/change-log.ts'
import type { Context } from '../../catalog/ports/context.ts'
import { component, toldApart } from '../../kit/answers/index.ts'
import { defaulted, labelled, listOf, oneOf, type Parameters, type Rule } from '../../kit/params/index.ts'
import type { Home } from '../../model/home.ts'
import { LISTING_CLASSES, type ListingClass } from '../../model/home-columns.ts'
import { underTodaysRules } from '../changes/todays-rules.ts'
import { AGENT_CHANGE, HOME_CHANGE, type ToldChange } from '../rendering/change-events.ts'
import { eventsAnswer, eventsPage, FOLLOWED, touches } from './followed.ts'
import { operation } from './operation.ts'
import {
  areaKindOf,
  areaParameters,
  areaRules,
  oneAreaAtMost,
  withListingType,
  withoutDefault,
} from './search/any-area.ts'
import type { AreaKind } from './search/area.ts'
import { searchByAddress } from './search/by-address.ts'
import { addressFilters, areaFilters } from './search/filters/index.ts'
import { STATUS_NAMES } from './search/filters/listing-status.ts'
import { resolveSearch, type SearchArgs } from './search/resolved-search.ts'

const { page: _page, sortOrder: _sortOrder, listingType, ...filterParameters } = addressFilters.parameters

const RECORDS = ['home', 'agent'] as const

const PARAMETERS = {
  ...FOLLOWED,
  records: defaulted(
    listOf(RECORDS),
    'home',
    'Kinds of records whose events are returned, separated by commas: home, agent. Places and filters apply to homes.',
  ),
  ...areaParameters,
  ...filterParameters,
  ...(listingType && {
    listingType: withoutDefault(listingType, 'Who is selling the home. By default, the same as in the search.'),
  }),
  listingStatus: labelled(
    'Status',
    defaulted(
      oneOf(['Any', ...LISTING_CLASSES], { also: STATUS_NAMES }),
      'Any',
      'Only homes that have or had this status. `Any` without a place or filter includes homes off the market.',
    ),
  ),
}

/** Names of the parameters that can exclude homes. */
const SELECTING = Object.entries(PARAMETERS).filter(([name]) => name !== 'records' && !(name in FOLLOWED))

/** Returns the kind of area search that the parameters select. Without an area, the search covers everything. */
function kindOf(args: Readonly<Record<string, unknown>>): AreaKind {
  return areaKindOf(args) ?? EVERYWHERE
}

const EVERYWHERE: AreaKind = { ...searchByAddress, parameters: {}, areaOf: () => ({ conditions: [] }) }

function classesOf(listingStatus: unknown): readonly ListingClass[] {
  return LISTING_CLASSES.filter((each) => listingStatus === 'Any' || listingStatus === each)
}

/** The rules of the filters. With listingStatus `Any`, a rule must hold for at least one status. */
const filterRules: readonly Rule<Parameters>[] = areaFilters.rules.map((rule) => ({
  ...rule,
  check: (args) => {
    const given = withListingType(args, kindOf(args))
    const broken = classesOf(args.listingStatus).map((listingStatus) => rule.check({ ...given, listingStatus }))
    return broken.includes(undefined) ? undefined : broken[0]
  },
}))

export const homeChanges = operation({
  path: '/changes',
  beyond: true,
  follows: true,
  summary:
    'What happened to homes since a moment or an earlier answer: new, gone, back, higher or lower price, sold, changed.',
  group: 'Searches',
  parameters: PARAMETERS,
  rules: [oneAreaAtMost, ...areaRules, ...filterRules],
  failures: ['changes.expired'],
  answer: component('HomeChanges', eventsAnswer(toldApart('record', { home: HOME_CHANGE, agent: AGENT_CHANGE }))),
  run: async (args, context) => {
    const { isEverything, selections, locations } = await selectionsOf(args, context)
    const isWanted = (change: LoggedChange<'home'>) => isEverything || touches(change, selections)
    const select = async (changes: readonly LoggedChange<'home' | 'agent'>[]) => {
      const tellable = await underTodaysRules(changes.filter(isOfHome).filter(isWanted), context.catalog)
      // filters the changes again without hidden places, so that a filter cannot reveal where a home is
      const homes = new Map(tellable.filter(isWanted).map((change) => [change.sequence, change]))
      return changes.flatMap((change) => (isOfHome(change) ? (homes.get(change.sequence) ?? []) : change))
    }
    const page = await eventsPage(args, context, { nouns: args.records, select }, (told) =>
      isAboutHome(told) ? HOME_CHANGE.of(told) : AGENT_CHANGE.of(told as ToldChange<'agent'>),
    )
    return { ...page, ...(locations && { locations }) }
  },
})

function isOfHome(change: LoggedChange<'home' | 'agent'>): change is LoggedChange<'home'> {
  return change.noun === 'home'
}

function isAboutHome(told: ToldChange<'home' | 'agent'>): told is ToldChange<'home'> {
  return told.change.noun === 'home'
}

/** Returns the searches that the request stands for, one per requested status. */
async function selectionsOf(given: Readonly<Record<string, unknown>>, context: Context) {
  const kind = kindOf(given)
  const args = withListingType(given, kind)
  const searches = await Promise.all(
    classesOf(args.listingStatus).map(
      // the filters declare all these arguments
      (listingStatus) => resolveSearch(kind, { ...args, listingStatus } as unknown as SearchArgs, context),
    ),
  )
  const isEverything = SELECTING.every(([name, { fallback }]) => isDeepStrictEqual(given[name], fallback))
  const selections: readonly ((home: Home) => boolean)[] = searches.map(({ selection }) => matcherOf('home', selection))
  return { isEverything, selections, locations: searches[0]?.area.locations }
}
