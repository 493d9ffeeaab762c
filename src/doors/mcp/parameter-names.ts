import { experienceDialect, homeDialect, offerDialect } from './dialects.ts'
import { WHAT_IF_PARAMETERS } from './what-if-facts.ts'

/** For each parameter that is not a filter: its name, then the tools' arguments that set it. */
const OTHERS: readonly (readonly [parameter: string, ...arguments_: string[]])[] = [
  ['location', 'place'],
  ['search_query', 'place'],
  ['searchDestinations', 'place'],
  ['listingStatus', 'kind'],
  ['searchType', 'kind'],
  ['listingType', 'seller'],
  ['radius', 'near'],
  ['latitude', 'near'],
  ['longitude', 'near'],
  ['bed_max', 'bedrooms', 'bedrooms_max'],
  ['sortOrder', 'sort'],
  ['zpid', 'id'],
  ['byzpid', 'id'],
  ['propertyaddress', 'address'],
  ['byaddress', 'address'],
  ['agentName', 'name'],
  ['username', 'agent'],
  ['ownerId', 'owner'],
  ['encodedZuid', 'agent'],
  ['isTopAgent', 'top_only'],
  ['isBuying', 'acts_for'],
  ['isSelling', 'acts_for'],
  ['priceRange', 'sold_price_min', 'sold_price_max'],
  ['bedrooom_type', 'bedrooms'],
  ['zipcode_rents', 'by_zipcode'],
  ['ai_search_prompt', 'query', 'sentence'],
  ['checkIn', 'date_from'],
  ['checkOut', 'date_to'],
  ['exclude_neighborhoods_zhvi', 'detail'],
  ['kind', 'estimate_quality'],
  ['nextPageCursor', 'cursor'],
  ['page', 'cursor'],
  ['pageSize', 'limit'],
  ['resultCount', 'limit'],
  ...Object.values(WHAT_IF_PARAMETERS).map((parameter) => [parameter, 'what_if'] as const),
]

const ARGUMENTS = new Map<string, readonly string[]>()
for (const [parameter, ...names] of [
  ...homeDialect.carried,
  ...offerDialect.carried,
  ...experienceDialect.carried,
  ...OTHERS,
])
  ARGUMENTS.set(parameter, [...(ARGUMENTS.get(parameter) ?? []), ...names])

/**
 * Replaces parameter names in an operation's sentence with the tool's argument names, except in quotes. Prefers
 * arguments of this call (`sent`) to other arguments of the tool (`taken`).
 */
export function inArguments(
  sentence: string,
  parameters: readonly string[],
  sent: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): string {
  const named = (name: string) => {
    const declared = name.startsWith('daysOn') ? 'daysOn{Portal}' : name
    if (!parameters.includes(name)) return name
    const names = (ARGUMENTS.get(declared) ?? []).filter((each) => taken.has(each))
    const own = names.filter((each) => sent.has(each))
    return [...new Set(own.length > 0 ? own : names)].join(' and ') || name
  }
  return sentence.replace(/"[^"]*"|\w+/g, (part) => (part.startsWith('"') ? part : named(part)))
}
