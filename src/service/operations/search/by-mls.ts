import type { Context } from '../../../catalog/ports/context.ts'
import type { Condition } from '../../../catalog/ports/query.ts'
import { sourceName } from '../../../catalog/ports/source-name.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import { component, each, number, object, optional as optionalValue } from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import {
  type Args,
  defaulted,
  oneOf,
  type Parameter,
  quote,
  type Rule,
  required,
  text,
} from '../../../kit/params/index.ts'
import { LISTING_CLASSES, type ListingClass } from '../../../model/home-columns.ts'
import { HOME_CARD_FIELDS, type HomeCard } from '../../rendering/cards/home-card.ts'
import { portalKeys } from '../../rendering/portal-keys.ts'
import { cardsAsData } from '../encoded-search.ts'
import type { FilterContext } from '../filter-family.ts'
import { operation } from '../operation.ts'
import { homeTypes } from './filters/home-types.ts'
import { listingKindsByAgent, listingKindsWithAny } from './filters/listing-kinds.ts'
import { STATUS_NAMES } from './filters/listing-status.ts'

/** Returns a parameter that applies with every status, because a search without listingStatus covers all of them. */
function always<T>({ only: _only, ...parameter }: Parameter<T>): Parameter<T> {
  return parameter
}

const parameters = {
  mlsid: required(text(100, 'HC1001'), 'Number of the listing at its multiple listing service, in any letter case.'),
  listingStatus: defaulted(
    oneOf(['Any', ...LISTING_CLASSES], { also: STATUS_NAMES }),
    'Any',
    'Status of the listings.',
  ),
  homeType: homeTypes.parameters.homeType,
  listingType: always(listingKindsWithAny.parameters.listingType),
  listingTypeOptions: always(listingKindsWithAny.parameters.listingTypeOptions),
}
type MlsArgs = Args<typeof parameters>

/** The rules for home types. A listingStatus other than Any decides which home types are valid. */
const typesOfStatus = homeTypes.rules.map(
  (rule): Rule<typeof parameters> => ({
    ...rule,
    check: (args) => (args.listingStatus === 'Any' ? undefined : rule.check({ ...args, space: undefined })),
  }),
)

/** The rules for kinds of listings. Only homes for sale have such kinds. */
const kindsOfListing = listingKindsByAgent.rules.map(
  (rule): Rule<typeof parameters> => ({
    ...rule,
    check: (args) =>
      args.listingStatus === 'Any' || args.listingStatus === 'For_Sale'
        ? rule.check({ ...args, propertyStatus: undefined })
        : undefined,
  }),
)

/** Warns that listingType and listingTypeOptions affect only homes for sale. */
const onlyForSale: Rule<typeof parameters> = {
  doc: 'With another listingStatus than For_Sale, listingType and listingTypeOptions have no effect.',
  outcome: 'noEffect',
  check: ({ listingStatus, listingType, listingTypeOptions }) => {
    if (listingStatus === 'Any' || listingStatus === 'For_Sale') return undefined
    const isOther = listingType !== parameters.listingType.fallback
    const given = [...(isOther ? ['listingType'] : []), ...(listingTypeOptions ? ['listingTypeOptions'] : [])]
    return given.map((parameter) => ({
      parameter,
      code: 'param.inapplicable',
      detail: `${parameter} works only with listingStatus For_Sale; you sent "${listingStatus}".`,
    }))
  },
}

const FOUND = object({ ...HOME_CARD_FIELDS, ...each(optionalValue(number('Degrees.')), 'latitude', 'longitude') })

export const byMls = operation({
  path: '/search/bymls',
  summary: 'The home with this number of a multiple listing service.',
  group: 'Searches',
  parameters,
  rules: [...typesOfStatus, onlyForSale, ...kindsOfListing],
  failures: ['home.unknown', 'search.too_costly'],
  answer: component('SearchByMls', found({ searchResult: FOUND })),
  run: async (args, context) => {
    const zpids = await context.catalog.search('home').homesWithMlsId(args.mlsid)
    refusePlaceholder(args.mlsid, zpids)
    const newest = await newestOf(zpids, args, context)
    if (!newest) {
      throw new Fault(
        'home.unknown',
        `404: no listing in this catalog has the number ${quote(args.mlsid)} and matches the other parameters.`,
        {
          container: { searchResult: {} },
        },
      )
    }
    const [home] = await context.catalog.records.briefs([newest.zpid])
    return {
      message: '200',
      source: sourceName(context.catalog.about(), home),
      searchResult: { ...newest, ...newest.location },
    }
  },
})

/** Maximum number of homes read for one number. Some sources write `NONE` for many homes without a number. */
const MAX_HOMES_PER_NUMBER = 1000

function refusePlaceholder(mlsid: string, zpids: readonly number[]): void {
  if (zpids.length <= MAX_HOMES_PER_NUMBER) return
  throw new Fault(
    'search.too_costly',
    `Cannot look up mlsid ${quote(mlsid)}: ${zpids.length} homes have it, and at most ${MAX_HOMES_PER_NUMBER} may.`,
  )
}

/**
 * Returns the newest listing on the market. If none is on the market, returns the newest sold listing. On a tie, the
 * lower zpid wins.
 */
async function newestOf(zpids: readonly number[], args: MlsArgs, context: Context): Promise<HomeCard | undefined> {
  if (zpids.length === 0) return undefined
  const { listedOn } = portalKeys(context.words)
  const newest = async (classes: readonly ListingClass[]) => {
    const searched = classes.filter((one) => args.listingStatus === 'Any' || args.listingStatus === one)
    const homes = await Promise.all(searched.map((one) => firstOf(one, zpids, args, context)))
    return homes
      .filter((one) => one !== undefined)
      .sort((a, b) => (b[listedOn] ?? 0) - (a[listedOn] ?? 0) || a.zpid - b.zpid)[0]
  }
  return (await newest(['For_Sale', 'For_Rent'])) ?? newest(['Sold'])
}

async function firstOf(
  listingClass: ListingClass,
  zpids: readonly number[],
  args: MlsArgs,
  { catalog, clock }: Context,
) {
  const today = dayNumber(clock.now())
  const page = await catalog.search('home').cards({
    listingClass,
    where: conditionsOf(listingClass, zpids, args, today),
    order: 'Newest',
    offset: 0,
    limit: 1,
    grouped: false,
    today,
  })
  // results of a search for homes have this form
  const [card] = cardsAsData(page) as readonly { readonly property: HomeCard }[]
  return card?.property
}

/** The number also finds homes that are pending or coming soon. */
const ANY_STATE = ['coming_soon', 'backup', 'pending'] as const

function conditionsOf(
  listingClass: ListingClass,
  zpids: readonly number[],
  args: MlsArgs,
  today: number,
): readonly Condition[] {
  const context = { listingClass, today, rate30Year: undefined }
  return [
    { parameter: 'mlsid', node: { kind: 'homes', zpids } },
    ...homeTypes.conditions({ homeType: args.homeType, space: undefined }, context),
    ...kindConditions(args, context),
  ]
}

/** With listingType By_Agent, the option `Owner Posted` sets no condition. */
function kindConditions({ listingType, listingTypeOptions }: MlsArgs, context: FilterContext): readonly Condition[] {
  const options = { listingTypeOptions, propertyStatus: ANY_STATE }
  const kinds = listingType === 'By_Agent' ? listingKindsByAgent : listingKindsWithAny
  return kinds.conditions({ ...options, listingType }, context)
}
