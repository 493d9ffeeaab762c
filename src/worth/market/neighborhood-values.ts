import { texts } from '../../kit/answers/answer-head.ts'
import { type AnswerOf, component, day, large, listOf, number, object, text } from '../../kit/answers/index.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import type { Region } from '../../model/region.ts'
import { placeIndexOf } from '../../places/locate/place-index.ts'
import type { Basis } from './basis.ts'
import { factsOf, regionsWithin } from './facts.ts'
import type { Setting } from './figure.ts'
import type { HomeKind } from './home-kinds.ts'
import { typicalValue } from './value-figures.ts'

/** Maximum number of neighborhoods to list; the neighborhoods with the most homes are taken. No city has this many. */
const MAX_NEIGHBORHOODS = 200

const NEIGHBORHOOD_VALUE = component(
  'NeighborhoodValue',
  object({
    areaId: large(),
    ...texts('name', 'city', 'state'),
    timePeriodEnd: day(),
    dataValue: number('Dollars.'),
    basis: text('The basis of all figures.'),
  }),
)

export const NEIGHBORHOOD_VALUES = listOf(NEIGHBORHOOD_VALUE, 'By number of homes, most first.')

/**
 * Returns the value of a typical home in each neighborhood of a region, with the basis of the region's figures. Leaves
 * out neighborhoods without such a value.
 */
export async function neighborhoodValues(
  basis: Basis,
  region: Region,
  kind: HomeKind,
  setting: Setting,
): Promise<AnswerOf<typeof NEIGHBORHOOD_VALUES>> {
  const { catalog } = setting
  const index = placeIndexOf(catalog.regions())
  const keys = await regionsWithin(region.key, 'neighborhood', catalog)
  const largest = keys
    .map((key) => index.at(key))
    .filter((neighborhood) => neighborhood !== undefined)
    .sort((one, other) => other.homes - one.homes)
    .slice(0, MAX_NEIGHBORHOODS)
  const values: AnswerOf<typeof NEIGHBORHOOD_VALUE>[] = []
  for (const { key, regionId, name, city = '', state } of largest) {
    const facts = {
      sales: () => factsOf('sales', key, catalog),
      values: () => factsOf('values', key, catalog),
    }
    await nextSlot()
    const typical = await typicalValue(basis, key, kind, facts, setting)
    if (typical.value === undefined) continue
    const { date } = typical.source
    values.push({ areaId: regionId, name, city, state, timePeriodEnd: date, dataValue: typical.value, basis })
  }
  return values
}
