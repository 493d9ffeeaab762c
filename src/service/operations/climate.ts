import type { CatalogAbout } from '../../catalog/ports/catalog.ts'
import { attributed } from '../../catalog/ports/source-name.ts'
import {
  component,
  each,
  type FieldsOf,
  flag,
  mapOf,
  number,
  object,
  objectFrom,
  oneOf,
  optional,
  text,
} from '../../kit/answers/index.ts'
import type { Home } from '../../model/home.ts'
import { CLIMATE_PERILS, CLIMATE_RESOLUTIONS, type ClimateArea, type ClimateScore } from '../../model/market.ts'
import { regionsOf } from '../../places/regions/near-regions.ts'
import { DISAGREEMENTS, disagreements, finestByName } from '../rendering/documents/climate-scores.ts'
import { placeOf } from '../rendering/place.ts'
import { homeOperation } from './about-one.ts'

interface Scored {
  readonly score: ClimateScore
  readonly source: string
}

const SCORE = component(
  'ClimateScore',
  objectFrom<Scored>()({
    name: [text('The publisher’s name for the score.'), ({ score }) => score.name],
    score: [number('The score on the source’s own scale.'), ({ score }) => score.score],
    scale: [
      object({ min: number(), max: number() }),
      ({ score: { scaleMin, scaleMax } }) => ({ min: scaleMin, max: scaleMax }),
    ],
    higherIsWorse: [flag(), ({ score }) => score.lowerIsWorse !== true],
    unit: [text('The unit of the scale.'), ({ score }) => score.unit],
    rating: [optional(text('The publisher’s word for the score.')), ({ score }) => score.rating],
    resolution: [oneOf(CLIMATE_RESOLUTIONS, 'The area that the score covers.'), ({ score }) => score.resolution],
    vintage: [text('The date of the score: a year, a month or a day.'), ({ score }) => score.vintage],
    explanation: [text(), ({ score }) => score.explanation],
    source: [text(), ({ source }) => source],
  }),
)

/** `floodSources` and so on: for each peril, the scores of all sources by name. */
const SOURCES = each(
  mapOf(SCORE, 'Scores by name; empty if none is known.'),
  ...CLIMATE_PERILS.map((peril) => `${peril}Sources` as const),
)

export const climate = homeOperation({
  path: '/climate',
  summary: 'The climate risks of a property, peril by peril, as scored by every source in the catalog.',
  answer: 'Climate',
  keys: { ...SOURCES, disagreement: optional(DISAGREEMENTS) },
  empty: sourcesByPeril([]),
  run: async (home, { catalog }) => {
    const { countyFips } = placeOf(home, regionsOf(catalog.regions()))
    const scores = finestByName(await catalog.records.climateOf(areasOf(home, countyFips)))
    const apart = disagreements(scores)
    return {
      ...sourcesByPeril(scores, catalog.about()),
      ...(apart.length > 0 && { disagreement: Object.fromEntries(Map.groupBy(apart, ({ peril }) => peril)) }),
    }
  },
})

/**
 * Returns the areas that contain the home, smallest first. If its source forbids showing the address, only the county.
 */
function areasOf({ zpid, address: { censusTract, undisclosed } }: Home, countyFips: string): ClimateArea[] {
  return [
    ...(undisclosed ? [] : [{ resolution: 'parcel', areaId: String(zpid) } as const]),
    ...(censusTract === undefined ? [] : [{ resolution: 'tract', areaId: censusTract } as const]),
    ...(countyFips === '' ? [] : [{ resolution: 'county', areaId: countyFips } as const]),
  ]
}

type Attributions = Pick<CatalogAbout, 'attributions'>

function sourcesByPeril(scores: readonly ClimateScore[], about: Attributions = {}): FieldsOf<typeof SOURCES> {
  const containers = CLIMATE_PERILS.map((peril) => {
    const ofPeril = scores.filter((score) => score.peril === peril)
    return [
      `${peril}Sources`,
      Object.fromEntries(
        ofPeril.map((score) => [score.name, SCORE.of({ score, source: attributed(about, score.source) })]),
      ),
    ] as const
  })
  return Object.fromEntries(containers) as FieldsOf<typeof SOURCES> // one entry for each peril
}
