import type { QueryNode } from '../../../catalog/query.ts'
import type { HomeFlag, SaleState } from '../../../model/home-columns.ts'
import { defaulted, listOf, oneOf, optional } from '../../../params/index.ts'
import { family, none, some, when } from './family.ts'
import { FOR_SALE } from './listing-status.ts'

/** What no agent lists: sold by its owner, or not offered by anybody yet. */
const NOT_BY_AGENT: readonly HomeFlag[] = ['listedByOwner', 'foreclosed', 'preForeclosure']

const LISTING_TYPES = { Any: undefined, By_Agent: none(NOT_BY_AGENT), By_Owner_and_Other: some(NOT_BY_AGENT) } as const

const OPTIONS = {
  'Owner Posted': 'listedByOwner',
  'Agent listed': 'listedByAgent',
  'New Construction': 'newConstruction',
  'Fore-closures': 'foreclosure',
  Auctions: 'auction',
  Foreclosed: 'foreclosed',
  'Pre-foreclosures': 'preForeclosure',
} as const satisfies Record<string, HomeFlag>
export const OPTION_NAMES = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]

const STATES = {
  'Coming soon': 'coming_soon',
  'Accepting backup offers': 'backup',
  'Pending & under contract': 'pending',
} as const satisfies Record<string, SaleState>
const STATE_NAMES = Object.keys(STATES) as (keyof typeof STATES)[]

/** Kinds that stand beside who lists the home: a listing of none of them is a plain one. */
const SPECIAL: readonly HomeFlag[] = ['newConstruction', 'foreclosure', 'auction', 'foreclosed', 'preForeclosure']

/**
 * A listing of any chosen special kind, or a plain one by a chosen lister: whoever leaves auctions out of all the others
 * gets no auctions, whoever lists them. Undefined where nothing that applies was chosen: all kinds.
 */
export function optionsNode(names: readonly (keyof typeof OPTIONS)[], ownerPosted: boolean): QueryNode | undefined {
  const flags = names.filter((name) => ownerPosted || name !== 'Owner Posted').map((name) => OPTIONS[name])
  if (flags.length === 0) return undefined
  const special = some(flags.filter((flag) => SPECIAL.includes(flag)))
  const plain = flags
    .filter((flag) => !SPECIAL.includes(flag))
    .map((flag): QueryNode => ({ kind: 'flags', all: [flag], some: [], none: SPECIAL }))
  const alternatives = special ? [special, ...plain] : plain
  return { kind: 'any', alternatives: alternatives.map((node) => [node]) }
}

/**
 * `withAny`: the search by address knows listingType Any and takes it by default; the others take By_Agent, and there
 * Owner Posted counts only beside By_Owner_and_Other.
 */
function listingKinds(withAny: boolean) {
  const types = withAny
    ? (['Any', 'By_Agent', 'By_Owner_and_Other'] as const)
    : (['By_Agent', 'By_Owner_and_Other'] as const)
  return family({
    parameters: {
      listingType: defaulted(oneOf(types), types[0], 'Who offers the home.', FOR_SALE),
      listingTypeOptions: optional(listOf(OPTION_NAMES), 'Kinds of listing, by comma; empty = all.', FOR_SALE),
      propertyStatus: optional(
        listOf(STATE_NAMES),
        'Kinds to show beside active listings, by comma; empty = active ones only.',
        FOR_SALE,
      ),
    },
    conditions: ({ listingType, listingTypeOptions = [], propertyStatus = [] }, { listingClass }) => {
      if (listingClass !== 'For_Sale') return []
      const states: readonly SaleState[] = ['active', ...propertyStatus.map((name) => STATES[name])]
      return [
        ...when('listingType', LISTING_TYPES[listingType]),
        ...when('listingTypeOptions', optionsNode(listingTypeOptions, withAny || listingType !== 'By_Agent')),
        ...when('propertyStatus', { kind: 'oneOf', column: 'saleState', values: states }),
      ]
    },
  })
}

export const listingKindsWithAny = listingKinds(true)
export const listingKindsByAgent = listingKinds(false)
