import type { Parameter, Parameters, Rule } from '../../../kit/params/index.ts'
import { areaKindOf, areaParameters, areaRules, oneArea, withListingType, withoutDefault } from './any-area.ts'
import type { AreaKind } from './area.ts'
import { searchByAddress } from './by-address.ts'
import { addressFilters, areaFilters } from './filters/index.ts'
import type { SearchArgs } from './resolved-search.ts'

const { page: _page, ...filterParameters } = addressFilters.parameters

const parameters: Parameters = {
  ...areaParameters,
  ...filterParameters,
  listingType: withoutDefault(
    addressFilters.parameters.listingType as Parameter<unknown>, // the address search declares it
    'Who is selling the home. By default, the same as in a search by this kind of area.',
  ),
}

/** The rules of the filters, checked with the default listingType for the kind of area. */
const filterRules: readonly Rule<Parameters>[] = areaFilters.rules.map((rule) => ({
  ...rule,
  check: (args) => {
    const kind = areaKindOf(args)
    return kind && rule.check(withListingType(args, kind))
  },
}))

/** The parameters and rules of an operation that works on all results of an area search. */
export const anySearch = { parameters, rules: [oneArea, ...areaRules, ...filterRules] }

/** Returns the search that the arguments mean, at its first page. */
export function searchOf(given: Readonly<Record<string, unknown>>): {
  readonly kind: AreaKind
  readonly args: SearchArgs
} {
  const kind = areaKindOf(given) ?? searchByAddress // a rule has already refused requests without an area
  return { kind, args: { ...withListingType(given, kind), page: 1 } as unknown as SearchArgs }
}
