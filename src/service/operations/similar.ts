import type { Catalog } from '../../catalog/ports/catalog.ts'
import { median } from '../../kit/algorithms/median.ts'
import { always, listOf, object, Ready } from '../../kit/answers/index.ts'
import type { Building } from '../../model/building.ts'
import { traitsOf } from '../../worth/estimator/likeness.ts'
import type { SimilarQuery } from '../../worth/valuation/similar-homes.ts'
import { MINI_ROW } from '../rendering/rows/mini-row.ts'
import { similarRows, similarTo } from '../rendering/rows/neighbors.ts'
import { surroundingsOf } from '../rendering/surroundings.ts'
import { placeOperation } from './about-one.ts'

export const similar = placeOperation({
  path: '/similar',
  summary: 'Homes on the market like this one, or like the units of this building, most similar first.',
  answer: 'SimilarHomes',
  keys: {
    similar_properties: object({
      name: always('Similar homes'),
      placement: always('NEIGHBORHOOD'),
      propertyDetails: listOf(MINI_ROW, 'Most similar first.'),
    }),
  },
  empty: { similar_properties: {} },
  run: async (subject, context, handling) => {
    const surroundings = surroundingsOf(context, handling)
    const rows =
      subject.kind === 'home'
        ? await similarTo(subject.home, context, surroundings)
        : await similarRows(await queryForBuilding(subject.building, context.catalog), context, surroundings)
    return {
      similar_properties: {
        name: 'Similar homes',
        placement: 'NEIGHBORHOOD',
        propertyDetails: Ready.list(rows).inPlace,
      },
    }
  },
})

const COLUMNS = ['livingArea', 'bedrooms', 'bathrooms', 'price'] as const

/**
 * Returns the query for rentals similar to a building. The query uses the medians of the building's available units, or
 * of its floor plans if no unit is available.
 */
async function queryForBuilding(building: Building, catalog: Pick<Catalog, 'search'>): Promise<SimilarQuery> {
  const units = building.floorPlans.flatMap((plan) => plan.units)
  const where = [{ parameter: 'units', node: { kind: 'homes', zpids: units } }] as const
  const free = await catalog.search('home').selectAll({ listingClass: 'For_Rent', where }, COLUMNS)
  const plans = building.floorPlans
  const medianFor = (name: 'livingArea' | 'bedrooms' | 'bathrooms') =>
    medianOfKnown(free.zpids.length > 0 ? free.values[name] : plans.map((plan) => plan[name] ?? Number.NaN))
  return {
    point: building.point,
    listingClass: 'For_Rent',
    traits: {
      ...traitsOf({ homeType: 'APARTMENT', facts: {} }),
      livingArea: medianFor('livingArea'),
      bedrooms: medianFor('bedrooms'),
      bathrooms: medianFor('bathrooms'),
      yearBuilt: building.yearBuilt ?? Number.NaN,
    },
    price: medianOfKnown(free.values.price),
    own: new Set(units),
  }
}

function medianOfKnown(numbers: Iterable<number>): number {
  return median([...numbers].filter((value) => !Number.isNaN(value)))
}
