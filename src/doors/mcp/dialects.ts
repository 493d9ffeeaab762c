import { agentOne } from '../../service/operations/agent-words.ts'
import { experienceFilters, homeFilters, offerFilters } from '../../service/operations/filter-dialects.ts'
import { agentTexts } from '../../service/operations/filter-words.ts'
import { type NeedsReporting, needsOf } from './needs.ts'
import { translate } from './translate.ts'
import type { Translated, Translation } from './translation.ts'

type Filters = Pick<typeof homeFilters, 'parameters' | 'rules' | 'words'>

/**
 * Makes the arguments of a tool from the filters of a search. The argument `must_have` covers all filters that are
 * declared `as: 'need'`.
 *
 * @param order Names of filters whose arguments come first.
 */
function dialectOf({ parameters, rules, words }: Filters, order: string, reporting: NeedsReporting) {
  const names = [...new Set([...order.split(/\s+/), ...Object.keys(words)])]
  const filters = names.flatMap((name) => {
    const agent = words[name]?.agent
    const { only, shape } = parameters[name] ?? {}
    const fitting = rules.find((rule) => rule.fitting?.parameter === name)?.fitting
    const translated: Translated = {
      name,
      statuses: only?.values,
      texts: fitting?.texts,
      isList: shape?.several !== undefined,
      words: agentTexts(words[name]?.values ?? {}),
    }
    return agent === undefined ? [] : [{ translated, agent }]
  })
  const needs = filters.flatMap(({ translated, agent }) => (agent.as === 'need' ? [translated] : []))
  const all = needsOf(needs, reporting)
  const translations = filters.map(({ translated, agent }) => {
    const besides = 'besides' in agent ? Object.keys(agent.besides ?? {}) : []
    const translation = agent.as === 'need' ? all : translate(translated, agent)
    return { translated, translation, carriers: [translated.name, ...besides] }
  })
  return {
    ...joined(
      translations.flatMap(({ translated, translation }) =>
        translation === all && translated !== needs[0] ? [] : [translation],
      ),
    ),
    /** For each parameter: its name, then the arguments that set it. */
    carried: translations.flatMap(({ carriers, translation: { properties } }) =>
      carriers.map((name) => [name, ...Object.keys(properties)] as const),
    ),
  }
}

function joined(translations: readonly Translation[]): Translation {
  return {
    properties: Object.assign({}, ...translations.map(({ properties }) => properties)),
    constraints: (args, facts) => translations.flatMap(({ constraints }) => constraints(args, facts)),
  }
}

/** Parameters in the order of the tool's arguments. The list `applied` in answers has the same order. */
const HOMES = `listPriceRange bed_min bathrooms homeType squareFeetRange lotSizeRange yearBuiltRange otherAmenities
  haveGarage mustHaveBasement singleStoryOnly hide55plusComm tours space pets view propertyStatus listingTypeOptions
  parkingSpots maxHOA monthlyPayment downPayment daysOn{Portal} soldInLast move_in_date hasLien permitSince ownedYears
  equityPercent keywords sortOrder`
const OFFERS = `propertyType priceRange areaRange roomsRange yearBuiltRange market ownerType pricePerMeterRange
  plotAreaRange buildingType floors buildingMaterial heating extras media hasPhotos`
const EXPERIENCES = 'adults children infants experienceType travelerType timeOfDay accessibilityFeatures'

export const homeDialect = dialectOf(homeFilters, HOMES, 'together')
export const offerDialect = dialectOf(offerFilters, OFFERS, 'one by one')
export const experienceDialect = dialectOf(experienceFilters, EXPERIENCES, 'together')

const OFFER_KINDS = { for_sale: 'For_Sale', for_rent: 'For_Rent' }
export const offerKind = translate({ name: 'searchType' }, agentOne('kind', 'Never mixed.', OFFER_KINDS))

const OFFER_ORDERS = {
  newest: 'Newest',
  price_low: 'Price_Low_to_High',
  price_high: 'Price_High_to_Low',
  area_low: 'Area_Low_to_High',
  area_high: 'Area_High_to_Low',
}
export const offerOrder = translate(
  { name: 'sortOrder' },
  agentOne('sort', 'Default: best first.', OFFER_ORDERS, 'in order of #'),
)
