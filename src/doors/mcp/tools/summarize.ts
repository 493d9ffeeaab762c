import { input } from '../arguments.ts'
import { queryOf, understood } from '../constraints.ts'
import { at, type Fields, isFields, listAt, numberAt, textAt } from '../json.ts'
import { clipped, tableOf } from '../rows.ts'
import type { Table } from '../text.ts'
import { answer, output, TABLE, type Tool } from '../tool.ts'
import { HOMES, homesOf, placed } from './search-homes.ts'

const NUMBERS = 'price,pricePerSquareFoot,livingArea,lotSize,yearBuilt,bedrooms,bathrooms'
const COUNTS = 'homeType,zipcode,city,priceByZipcode,pricePerSquareFootByZipcode'
const OF_KIND: Readonly<Record<string, string>> = {
  sold: 'daysSinceSale,priceByMonth,pricePerSquareFootByMonth',
  for_sale: 'daysListed,associationFee',
  for_rent: 'daysListed',
}

/** Maximum number of table rows, so that all tables fit into an answer. `PLACES_MAX` applies to each type of place. */
const PLACES_MAX = 15
const GROUPS_MAX = 40
const NAME_CHARACTERS_MAX = 60

export const summarize: Tool = {
  name: 'summarize',
  title: 'Figures for all homes in a search',
  description:
    'Median, mean, range and spread of price or rent, price per square foot, size, year and days of all homes that search_homes would find. Also counts by type and place, and medians by ZIP code or month of sale. 1 credit. For a market over time use market or rents.',
  area: 'A',
  input: input({ homes: HOMES }, ['homes']),
  output: output(
    {
      total: { type: 'integer', description: 'A rental building counts once.' },
      homes: { type: 'integer' },
      figures: TABLE,
      prices: TABLE,
      types: TABLE,
      places: TABLE,
      by_zipcode: TABLE,
      by_month: TABLE,
    },
    ['total', 'homes', 'figures'],
  ),
  async run(args, session) {
    const search = homesOf(args.object('homes') ?? {}, session)
    const facets = [NUMBERS, COUNTS, OF_KIND[search.kind]].filter(Boolean).join(',')
    const body = await session.ask('/search/facets', { ...queryOf(search.constraints), facets })
    const what = understood(placed(search, body), undefined, listAt(body, 'warnings'))
    const months = groupsOf(body, 'Month')
    const types = search.constraints.flatMap(({ query: { homeType } }) => homeType?.split(',') ?? [])
    const isRequested = ([type]: [string, unknown]) => types.length === 0 || types.includes(type)
    const data = {
      total: numberAt(body, 'resultsCount', 'totalMatchingCount') ?? 0,
      homes: numberAt(body, 'resultsCount', 'ungroupedResultCount') ?? 0,
      figures: tableOf(fieldsAt(body, 'numbers').map(figureOf)),
      prices: tableOf(classesOf(at(body, 'facets', 'numbers', 'price', 'histogram'))),
      types: tableOf(
        fieldsAt(body, 'values', 'homeType')
          .filter(isRequested)
          .map(([type, results]) => ({ type, results })),
      ),
      places: placesOf(body),
      by_zipcode: groupsOf(body, 'Zipcode'),
      ...(months.rows.length > 0 && { by_month: months }),
    }
    return answer(what, data, session, 'A', at(body, 'source'))
  },
}

function fieldsAt(body: unknown, ...path: string[]): [string, unknown][] {
  const fields = at(body, 'facets', ...path)
  return isFields(fields) ? Object.entries(fields) : []
}

function figureOf([figure, facet]: [string, unknown]): Fields {
  const names = ['count', 'missing', 'min', 'p10', 'p25', 'median', 'p75', 'p90', 'max', 'mean'] as const
  const numbers = names.map((name) => [name, numberAt(facet, name)])
  return { figure, unit: textAt(facet, 'unit'), ...Object.fromEntries(numbers) }
}

/** Returns the non-empty classes of a histogram. */
function classesOf(histogram: unknown): Fields[] {
  const results = listAt(histogram, 'results')
  return listAt(histogram, 'from').flatMap((from, i) => (results[i] ? [{ from, results: results[i] }] : []))
}

function placesOf(body: unknown): Table {
  const facets = ['city', 'zipcode'].map((type) => ({ type, facet: at(body, 'facets', 'places', type) }))
  const rows = facets.flatMap(({ type, facet }) =>
    listAt(facet, 'places')
      .slice(0, PLACES_MAX)
      .map((place) => ({
        type,
        place: clipped(textAt(place, 'place'), NAME_CHARACTERS_MAX),
        results: numberAt(place, 'results'),
      })),
  )
  return tableOf(
    rows,
    facets.map(({ facet }) => totalOf(facet, 'places')).reduce((sum, each) => sum + each, 0),
  )
}

/** Returns the number of all places or groups, including places and groups that the operation left out. */
function totalOf(facet: unknown, list: 'places' | 'groups'): number {
  return listAt(facet, list).length + (numberAt(facet, 'others') ?? 0)
}

/** Returns the median price and median price per square foot of each group. */
function groupsOf(body: unknown, by: 'Zipcode' | 'Month'): Table {
  const perFoot = new Map(
    listAt(body, 'facets', 'groups', `pricePerSquareFootBy${by}`, 'groups').map((each) => [
      textAt(each, 'group'),
      each,
    ]),
  )
  const facet = at(body, 'facets', 'groups', `priceBy${by}`)
  const groups = listAt(facet, 'groups')
  const shown = by === 'Month' ? groups.slice(-GROUPS_MAX) : mostHomes(groups)
  const rows = shown.map((each) => {
    const group = textAt(each, 'group')
    return {
      group: clipped(group, NAME_CHARACTERS_MAX),
      homes: numberAt(each, 'count'),
      median: numberAt(each, 'median'),
      mean: numberAt(each, 'mean'),
      median_per_sqft: numberAt(perFoot.get(group), 'median'),
    }
  })
  return tableOf(rows, totalOf(facet, 'groups'))
}

function mostHomes(groups: readonly unknown[]): readonly unknown[] {
  return groups.toSorted((one, other) => homesOfGroup(other) - homesOfGroup(one)).slice(0, GROUPS_MAX)
}

function homesOfGroup(group: unknown): number {
  return numberAt(group, 'count') ?? 0
}
