import type { QueryNode } from '../../../../catalog/ports/query.ts'
import type { ParameterError } from '../../../../kit/base/failure.ts'
import { quote } from '../../../../kit/base/sentence.ts'
import { defaulted, format, listOf, oneOf, optional } from '../../../../kit/params/index.ts'
import type { HomeFlag, SaleState } from '../../../../model/home-columns.ts'
import { agentSeveral } from '../../agent-words.ts'
import { codesOf, type FilterWords, othersOf, type ValueWords } from '../../filter-words.ts'
import { family, none, some, when } from './family.ts'
import { FOR_SALE } from './listing-status.ts'

/** Kinds of homes that no agent lists: sold by the owner, foreclosed, or about to be foreclosed. */
const NOT_BY_AGENT: readonly HomeFlag[] = ['listedByOwner', 'foreclosed', 'preForeclosure']

const LISTING_TYPES = { Any: undefined, By_Agent: none(NOT_BY_AGENT), By_Owner_and_Other: some(NOT_BY_AGENT) } as const

const OTHER_LISTERS = { By_Agent: ['Agent', 'FSBA'], By_Owner_and_Other: ['Owner', 'By_Owner', 'FSBO'] }

const OPTIONS = {
  'Owner Posted': { code: 'listedByOwner', also: ['By owner', 'FSBO'], url: 'fsbo isForSaleByOwner', isOnInUrls: true },
  'Agent listed': {
    code: 'listedByAgent',
    also: ['By agent', 'Agent'],
    url: 'fsba isForSaleByAgent',
    isOnInUrls: true,
  },
  'New Construction': {
    code: 'newConstruction',
    url: 'nc isNewConstruction',
    isOnInUrls: true,
  },
  'Fore-closures': { code: 'foreclosure', also: ['Foreclosure'], url: 'fore isForSaleForeclosure', isOnInUrls: true },
  Auctions: { code: 'auction', also: ['Auction'], url: 'auc isAuction', isOnInUrls: true },
  Foreclosed: { code: 'foreclosed', url: 'pmf isPreMarketForeclosure' },
  'Pre-foreclosures': { code: 'preForeclosure', also: ['Pre-foreclosure'], url: 'pf isPreMarketPreForeclosure' },
} as const satisfies Readonly<Record<string, ValueWords & { readonly code: HomeFlag }>>

const options = listOf<HomeFlag>(codesOf(OPTIONS), { also: othersOf(OPTIONS) })

const STATES = {
  'Coming soon': { code: 'coming_soon', url: 'cmsn isComingSoon', isOnInUrls: true, agent: 'coming_soon' },
  'Accepting backup offers': {
    code: 'backup',
    also: ['Backup offers', 'Backup'],
    url: 'abo isAcceptingBackupOffersSelected',
    agent: 'backup_offers',
  },
  'Pending & under contract': {
    code: 'pending',
    also: ['Pending', 'Under contract', 'Contingent'],
    url: 'pnd isPendingListingsSelected',
    agent: 'pending',
  },
} as const satisfies Readonly<Record<string, ValueWords & { readonly code: SaleState }>>

/** Kinds of listings that have nothing to do with who lists the home. A listing of no such kind is a plain listing. */
const SPECIAL: readonly HomeFlag[] = ['newConstruction', 'foreclosure', 'auction', 'foreclosed', 'preForeclosure']

/**
 * Matches listings of the chosen special kinds, and plain listings by the chosen listers. If every option except
 * auctions is chosen, no auctions match, whoever lists them. Undefined (all kinds) if no option applies.
 */
function optionsNode(chosen: readonly HomeFlag[], ownerPosted: boolean): QueryNode | undefined {
  const flags = chosen.filter((flag) => ownerPosted || flag !== 'listedByOwner')
  if (flags.length === 0) return undefined
  const special = some(flags.filter((flag) => SPECIAL.includes(flag)))
  const plain = flags
    .filter((flag) => !SPECIAL.includes(flag))
    .map((flag): QueryNode => ({ kind: 'flags', all: [flag], some: [], none: SPECIAL }))
  const alternatives = special ? [special, ...plain] : plain
  return { kind: 'any', alternatives: alternatives.map((node) => [node]) }
}

interface KindArgs {
  readonly listingType: keyof typeof LISTING_TYPES
  readonly listingTypeOptions: readonly HomeFlag[] | undefined
}

const OWNER_POSTED = {
  doc: 'Owner Posted in listingTypeOptions has an effect only with listingType By_Owner_and_Other.',
  outcome: 'noEffect',
  check: ({ listingType, listingTypeOptions = [] }: KindArgs): ParameterError | undefined => {
    if (listingType !== 'By_Agent' || !listingTypeOptions.includes('listedByOwner')) return undefined
    return {
      parameter: 'listingTypeOptions',
      code: 'param.inapplicable',
      detail: 'listingTypeOptions "Owner Posted" works only with listingType By_Owner_and_Other; you sent "By_Agent".',
      given: 'Owner Posted',
    }
  },
} as const

/** The values of listingType that every search has. */
const LISTERS = ['By_Agent', 'By_Owner_and_Other'] as const

/** For each listingType, the kinds that its listings cannot be. */
const EXCLUDED: Readonly<Record<keyof typeof LISTING_TYPES, readonly HomeFlag[]>> = {
  Any: [],
  By_Agent: NOT_BY_AGENT,
  By_Owner_and_Other: ['listedByAgent'],
}

/** Warns of chosen kinds that can match nothing. With `owners`, these include listings by owners. */
function matchesNothing(owners: boolean) {
  return {
    doc: 'Values of listingTypeOptions that the listingType excludes match nothing; all other values have an effect.',
    outcome: 'warning',
    check: ({ listingType, listingTypeOptions = [] }: KindArgs): ParameterError | undefined => {
      const excluded = EXCLUDED[listingType].filter((flag) => owners || flag !== 'listedByOwner')
      const chosen = listingTypeOptions.filter((flag) => excluded.includes(flag))
      if (chosen.length === 0) return undefined
      const given = format(options, chosen)
      const others = LISTERS.filter((one) => !EXCLUDED[one].some((flag) => chosen.includes(flag)))
      const detail = `listingTypeOptions ${quote(given)} matches nothing with listingType "${listingType}"; it works with ${others.join(', ')}.`
      return { parameter: 'listingTypeOptions', code: 'param.inapplicable', detail, given }
    },
  } as const
}

const WORDS: Readonly<Record<string, FilterWords>> = {
  listingType: { label: 'Listed by', phrases: [['By_Agent', '(?:for sale )?by (?:an )?agents?|agent[- ]listed']] },
  listingTypeOptions: {
    label: 'Kinds of listing',
    agent: agentSeveral('listing_kinds', 'or', 'For sale: one of these kinds of listing.', {
      by_owner: 'Owner Posted',
      by_agent: 'Agent listed',
      new_construction: 'New Construction',
      auction: 'Auctions',
      foreclosure: 'Fore-closures,Foreclosed,Pre-foreclosures',
    }),
    values: OPTIONS,
    phrases: [
      ['Pre-foreclosures', 'pre-? ?foreclosures?'],
      ['Foreclosed', 'foreclosed(?: homes?)?|bank[- ]owned|reos?'],
      ['Fore-closures', 'foreclosures?'],
      ['Auctions', '(?:at |up for )?auctions?'],
      ['New Construction', 'new(?:ly)?[- ](?:construction|builds?|built|constructed)|brand[- ]new'],
      ['Owner Posted', '(?:for sale )?by (?:the )?owners?|fsbos?|owner[- ]posted'],
    ],
  },
  propertyStatus: {
    label: 'Also show',
    agent: agentSeveral('also_status', 'and', 'For sale: show these in addition to active listings.'),
    values: STATES,
    phrases: [
      ['Coming soon', 'coming[- ]soon', { doubt: 'such listings are shown in addition to active listings.' }],
      [
        'Pending & under contract',
        'pending|under contract',
        { doubt: 'such listings are shown in addition to active listings.' },
      ],
      [
        'Accepting backup offers',
        'accepting backup offers|backup offers',
        { doubt: 'such listings are shown in addition to active listings.' },
      ],
    ],
  },
}

/**
 * Declares the filters for kinds of listings. In the search by address (`withAny`), listingType defaults to Any. In
 * other searches, it defaults to By_Agent, which ignores Owner Posted. Plat adds Any to these searches too, so that
 * every kind of search can find the same number of homes in a place.
 */
function listingKinds(withAny: boolean) {
  const types = withAny
    ? (['Any', 'By_Agent', 'By_Owner_and_Other'] as const)
    : (['By_Agent', 'By_Owner_and_Other', 'Any'] as const)
  return family('Kind', {
    parameters: {
      listingType: defaulted(oneOf(types, { also: OTHER_LISTERS }), types[0], 'Who is selling the home.', FOR_SALE),
      listingTypeOptions: optional(
        options,
        'Kinds of listing, separated by commas; empty = all. Owner Posted and Agent listed mean plain listings: new construction, foreclosures and auctions are separate kinds, no matter who lists them.',
        FOR_SALE,
      ),
      propertyStatus: optional(
        listOf<SaleState>(codesOf(STATES), { also: othersOf(STATES) }),
        'Statuses to include in addition to active listings, separated by commas; empty = only active listings.',
        FOR_SALE,
      ),
    },
    rules: withAny ? [matchesNothing(true)] : [OWNER_POSTED, matchesNothing(false)],
    words: WORDS,
    conditions: ({ listingType, listingTypeOptions = [], propertyStatus = [] }, { listingClass }) => {
      if (listingClass !== 'For_Sale') return []
      const states: readonly SaleState[] = ['active', ...propertyStatus]
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
