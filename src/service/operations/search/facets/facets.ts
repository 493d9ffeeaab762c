import type { Catalog } from '../../../../catalog/ports/catalog.ts'
import type { Context } from '../../../../catalog/ports/context.ts'
import type { Figures, Measurement } from '../../../../catalog/ports/measures.ts'
import type { EncodedPage, Measure, Selection } from '../../../../catalog/ports/query.ts'
import { rounded } from '../../../../kit/base/figures.ts'
import { oncePer } from '../../../../kit/base/once-per.ts'
import { portalWords } from '../../../../kit/base/words.ts'
import { beyond, invalidParameters, listOf, optional, quote } from '../../../../kit/params/index.ts'
import { featureLabel, LAYER } from '../../../../model/layer.ts'
import type { CountedPlace } from '../../../../model/named-place.ts'
import type { Region } from '../../../../model/region.ts'
import type { ClassOf, SearchedNoun } from '../../../../model/searched.ts'
import { namedLabel } from '../../../../places/locate/locate-named.ts'
import { regionLabel } from '../../../../places/regions/region-label.ts'
import type { FilterContext } from '../../filter-family.ts'
import { LEAST_HOMES } from '../../least-homes.ts'
import type { Facets } from './answer.ts'
import { type AnyFamily, type Choices, choicesIn, jsonText, keyOf, listedIn, partsOf } from './choices.ts'
import type { FacetTable, GroupFacet, NumberFacet } from './facet-table.ts'

/** Maximum number of places or groups in a facet (counts of the results by one property). */
const MAX_LISTED = 100

const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9]

const ALL = 'all'

export interface FacetedSearch<N extends SearchedNoun> {
  readonly table: FacetTable<N>
  readonly family: AnyFamily<N>
  readonly args: Readonly<Record<string, unknown>>
  readonly context: FilterContext<N>
  readonly selection: Selection<N>
  /** A facet name that the keyword `all` does not include. */
  readonly beyondAll?: string
}

export interface RequestedFacets<N extends SearchedNoun> {
  /** The measures to add to the catalog query. */
  readonly query: { readonly measures: readonly Measure<N>[] }
  /** Returns the keys to add to the answer. */
  answerKeys(
    page: Pick<EncodedPage, 'measured'>,
    context: Pick<Context, 'catalog' | 'words'>,
  ): { readonly facets: Facets }
}

export function facetsParameter<N extends SearchedNoun>(table: FacetTable<N>, family: AnyFamily<N>) {
  const { numbers, places, groups } = table
  const listed = partsOf(family).flatMap((part) => listedIn(part))
  const names = new Set([ALL, ...Object.keys(numbers), ...places, ...Object.keys(groups), ...listed])
  return beyond(
    optional(
      listOf([...names]),
      'What to count over all results, separated by commas: numbers, places, groups, and parameters with a fixed set of values; `all` for everything that applies. Facets cost nothing beyond the search.',
    ),
  )
}

/**
 * One facet (counts of the results by one property): the measures that it needs, and a function that adds their results
 * to the answer. The measures ignore the filter of the facet's parameter, so that values that were not chosen are
 * counted too.
 */
interface Facet<N extends SearchedNoun> {
  readonly measures: readonly Measure<N>[]
  add(
    facets: Adding,
    measured: readonly Measurement[],
    labels: (key: string) => string,
    put: (text: string) => string,
  ): void
}

/** Returns a label for a key that is in no list: a feature of a map layer, or a place that no longer exists. */
function unlisted(key: string): string {
  const [type, first = '', ...others] = key.split('/')
  return type === LAYER ? featureLabel({ layer: first, id: others.join('/') }) : [first, ...others].join('/')
}

type Adding = { readonly [K in keyof Facets]: Record<string, Facets[K][string]> }

/**
 * Returns the requested facets. Throws the Fault `param.invalid` for a name that does not apply to the class of
 * listings (for sale, for rent, sold).
 */
export function facetsOf<N extends SearchedNoun>(
  noun: N,
  names: readonly string[],
  search: FacetedSearch<N>,
): RequestedFacets<N> {
  const applying = facetsApplying(search)
  for (const name of names) if (name !== ALL && !applying.has(name)) throw inapplicable(name, search)
  const ofAll = [...applying.keys()].filter((name) => name !== search.beyondAll || names.includes(name))
  const facets = (names.includes(ALL) ? ofAll : names).flatMap((name) => applying.get(name) ?? [])
  return {
    query: { measures: facets.flatMap(({ measures }) => measures) },
    answerKeys({ measured = [] }, { catalog, words }) {
      const answer: Adding = { values: {}, places: {}, numbers: {}, groups: {} }
      const put = portalWords(words)
      const labels = noun === 'home' ? labelsOfRegions(catalog.regions()) : labelsOfPlaces(placesOf(noun, catalog))
      let at = 0
      for (const { measures, add } of facets) {
        add(answer, measured.slice(at, at + measures.length), (key) => labels.get(key) ?? unlisted(key), put)
        at += measures.length
      }
      return { facets: answer }
    },
  }
}

/**
 * Returns the facets (counts of the results by one property) that apply to a search, by name. A name may stand for both
 * a number and a parameter.
 */
function facetsApplying<N extends SearchedNoun>(search: FacetedSearch<N>): ReadonlyMap<string, readonly Facet<N>[]> {
  const { table, selection } = search
  const { listingClass } = selection
  const byName = new Map<string, readonly Facet<N>[]>()
  const add = (name: string, facet: Facet<N>) => byName.set(name, [...(byName.get(name) ?? []), facet])
  const applies = ({ only }: { readonly only?: readonly ClassOf<N>[] }) => only?.includes(listingClass) ?? true
  for (const [name, number] of Object.entries<NumberFacet<N>>(table.numbers))
    if (applies(number)) add(name, numberFacet(name, number, search))
  for (const type of table.places) add(type, placesFacet(type))
  for (const [name, group] of Object.entries<GroupFacet<N>>(table.groups))
    if (applies(group)) add(name, groupFacet(name, group))
  const conditions = selection.where.map((condition) => {
    const { parameter } = condition
    // conditions of unknown parameters, such as polygons, may be long, so the parameter's name is the key
    return { parameter, key: search.family.parameters[parameter] ? keyOf(condition) : parameter }
  })
  const contextText = jsonText(search.context)
  for (const family of partsOf(search.family))
    for (const [name, choices] of choicesIn(family, search.args, search.context, contextText)) {
      const only = family.parameters[name]?.only?.values ?? [listingClass]
      if (only.includes(listingClass)) add(name, valuesFacet(name, choices, conditions))
    }
  return byName
}

function valuesFacet<N extends SearchedNoun>(
  name: string,
  { values, nodes, own, kept, labels }: Choices<N>,
  conditions: readonly { readonly parameter: string; readonly key: string }[],
): Facet<N> {
  const ignores = conditions.flatMap(({ parameter, key }, i) => {
    const isOfName = parameter === name
    if (!isOfName && !labels.has(parameter)) return []
    // a URL may set a condition that no value of a parameter sets
    return own.has(key) || (isOfName && !kept.has(key)) ? [i] : []
  })
  return {
    measures: [{ kind: 'choices', choices: nodes, ignores }],
    add(facets, [measured], _labels, put) {
      const results = measured?.kind === 'choices' ? measured.results : []
      facets.values[put(name)] = Object.fromEntries(values.map((value, i) => [put(value), results[i] ?? 0]))
    },
  }
}

function numberFacet<N extends SearchedNoun>(
  name: string,
  { unit, amount: amountOn, filters, from: fromOf }: NumberFacet<N>,
  { selection: { listingClass, where }, context }: FacetedSearch<N>,
): Facet<N> {
  const amount = amountOn(context.today)
  const from = fromOf(listingClass)
  const ignores = where.flatMap(({ parameter }, i) => (filters.includes(parameter) ? [i] : []))
  return {
    measures: [
      { kind: 'figures', amount, quantiles: QUANTILES, ignores: [] },
      { kind: 'classes', amount, from, ignores },
    ],
    add({ numbers }, [figures, classes]) {
      if (figures?.kind !== 'figures' || classes?.kind !== 'classes') return
      numbers[name] = { unit, ...shownFigures(figures.figures), histogram: { from, results: classes.results } }
    },
  }
}

function shownFigures({ count, missing, sum, min, max, quantiles }: Figures) {
  const [p10 = null, p25 = null, median = null, p75 = null, p90 = null] = quantiles
  const mean = count === 0 ? null : rounded(sum / count, 2)
  return { count, missing, sum, mean, min: min ?? null, p10, p25, median, p75, p90, max: max ?? null }
}

function placesFacet<N extends SearchedNoun>(type: string): Facet<N> {
  return {
    measures: [{ kind: 'places', type, most: MAX_LISTED, ignores: [] }],
    add(facets, [measured], labels) {
      if (measured?.kind !== 'places') return
      const { places, others } = measured
      facets.places[type] = { places: places.map(({ key, results }) => ({ place: labels(key), results })), others }
    },
  }
}

function groupFacet<N extends SearchedNoun>(name: string, { amount, by }: GroupFacet<N>): Facet<N> {
  return {
    measures: [{ kind: 'groups', amount, by, least: LEAST_HOMES, ignores: [] }],
    add(facets, [measured], labels) {
      if (measured?.kind !== 'groups') return
      const { groups, smaller } = measured
      const largest = groups.toSorted((one, other) => other.count - one.count).slice(0, MAX_LISTED)
      const shown = 'month' in by ? groups.slice(-MAX_LISTED) : groups.filter((group) => largest.includes(group))
      facets.groups[name] = {
        groups: shown.map(({ key, count, sum, median }) => ({
          group: labels(key),
          count,
          mean: rounded(sum / count, 2),
          median,
        })),
        others: smaller + groups.length - shown.length,
      }
    },
  }
}

type Labels = ReadonlyMap<string, string>

const labelsOfRegions = oncePer(
  (regions: readonly Region[]): Labels => new Map(regions.map((region) => [region.key, regionLabel(region)])),
)
const labelsOfPlaces = oncePer(
  (places: readonly CountedPlace[]): Labels => new Map(places.map((place) => [place.key, namedLabel(place)])),
)

function placesOf(noun: SearchedNoun, catalog: Catalog): readonly CountedPlace[] {
  return noun === 'home' ? [] : catalog.search(noun).places()
}

function inapplicable<N extends SearchedNoun>(name: string, { table, family, selection }: FacetedSearch<N>) {
  const { only = table.groups[name]?.only ?? family.parameters[name]?.only?.values ?? [] } = table.numbers[name] ?? {}
  const detail = `The facet ${quote(name)} works only with ${only.join(', ')}, not with ${selection.listingClass}.`
  return invalidParameters([{ parameter: 'facets', code: 'param.inapplicable', detail, given: name }])
}
