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

const NULL_IF_NONE = nullable(number(), 'Null if no number is known.')

const PLACES = component(
  'FacetPlaces',
  object({
    places: listOf(
      object({
        place: text(
          'Name of the place in the form that `location` takes; for a feature of a layer, the form of inLayer.',
        ),
        results: whole('Results of the search in the place.'),
      }),
      'Places with the most results first, at most 100.',
    ),
    others: whole('Number of places that are left out because they have fewer results.'),
  }),
)

const NUMBERS = component(
  'FacetNumbers',
  object({
    unit: text(),
    count: whole('Matching homes, offers or experiences with a known number. Each unit of a building counts.'),
    missing: whole('Matching homes, offers or experiences without a known number.'),
    sum: number(),
    mean: NULL_IF_NONE,
    min: NULL_IF_NONE,
    p10: nullable(
      number(),
      '10th percentile: the lowest number that at least a tenth do not exceed; null if no number is known.',
    ),
    p25: NULL_IF_NONE,
    median: nullable(number(), 'The lowest number that at least half do not exceed; null if no number is known.'),
    p75: NULL_IF_NONE,
    p90: NULL_IF_NONE,
    max: NULL_IF_NONE,
    histogram: object(
      {
        from: listOf(number(), 'Where each class begins. A class ends where the next begins; the last class is open.'),
        results: listOf(whole(), 'Results in each class if the filters on this number, and only these, were not set.'),
      },
      'A rental building counts once in every class that contains one of its matching units.',
    ),
  }),
)

const GROUPS = component(
  'FacetGroups',
  object({
    groups: listOf(
      object({
        group: text('The place, or the month as `2026-05`.'),
        count: whole('Matching homes with a known number.'),
        mean: number(),
        median: number('The lowest number that at least half do not exceed.'),
      }),
      'By month: the newest 100 months, in order. By place: the 100 places with the most homes, sorted by name.',
    ),
    others: whole(
      'Number of groups that are left out: older or smaller groups, and groups with fewer than three homes.',
    ),
  }),
)

/** The counts and figures of all results of a search. */
export const FACETS = component(
  'Facets',
  object(
    {
      values: mapOf(
        mapOf(whole(), 'Total results of this search if the parameter had this value.'),
        'By parameter and value. Values that the search would refuse are left out.',
      ),
      places: mapOf(PLACES, 'By type of place, within the area of the search.'),
      numbers: mapOf(NUMBERS, 'By name of the number.'),
      groups: mapOf(GROUPS, 'Figures by ZIP code and by month.'),
    },
    'The requested `facets`, counted over all results.',
  ),
)
export type Facets = AnswerOf<typeof FACETS>
