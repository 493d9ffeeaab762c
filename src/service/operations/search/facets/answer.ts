import {
  type AnswerOf,
  component,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  text,
  whole,
} from '../../../../kit/answers/index.ts'

const NULL_IF_NONE = nullable(number(), 'Null if no such number is known.')

const PLACES = component(
  'FacetPlaces',
  object({
    places: listOf(
      object({
        place: text('Name of the place, as location takes it; of a feature of a layer, as inLayer does.'),
        results: whole('Results of the search that lie in it.'),
      }),
      'Those with most results first, 100 at most.',
    ),
    others: whole('Places that are left out because they have fewer results.'),
  }),
)

const NUMBERS = component(
  'FacetNumbers',
  object({
    unit: text(),
    count: whole('Matching homes, offers or experiences whose number is known; every unit of a building counts.'),
    missing: whole('Those whose number is not known.'),
    sum: number(),
    mean: NULL_IF_NONE,
    min: NULL_IF_NONE,
    p10: nullable(number(), 'The least number that a tenth of them do not exceed; null if no such number is known.'),
    p25: NULL_IF_NONE,
    median: nullable(number(), 'The least number that half of them do not exceed; null if no such number is known.'),
    p75: NULL_IF_NONE,
    p90: NULL_IF_NONE,
    max: NULL_IF_NONE,
    histogram: object(
      {
        from: listOf(number(), 'Where each class begins; it ends before the next one begins, and the last is open.'),
        results: listOf(
          whole(),
          'Results in each class, as if the filters on this number, and they alone, were not set.',
        ),
      },
      'A rental building counts once in every class that a matching unit of it is in.',
    ),
  }),
)

const GROUPS = component(
  'FacetGroups',
  object({
    groups: listOf(
      object({
        group: text('The place, or the month: `2026-05`.'),
        count: whole('Matching homes with a known number.'),
        mean: number(),
        median: number('The least number that half of them do not exceed.'),
      }),
      'Months in order, the newest 100; or the 100 places with most homes, in order of name.',
    ),
    others: whole('Groups that are left out: smaller or older ones, and all with fewer than three homes.'),
  }),
)

/** The counts and figures of everything that a search finds. */
export const FACETS = component(
  'Facets',
  object(
    {
      values: mapOf(
        mapOf(whole(), 'The total of this search if the parameter had this value.'),
        'By parameter and value. Values that the search would refuse are left out.',
      ),
      places: mapOf(PLACES, 'By type of place, within the area of the search.'),
      numbers: mapOf(NUMBERS, 'By name of the number.'),
      groups: mapOf(GROUPS, 'Figures by ZIP code and by month.'),
    },
    'What was asked for as `facets`, counted over all results.',
  ),
)
export type Facets = AnswerOf<typeof FACETS>
