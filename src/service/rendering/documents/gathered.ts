import { type CatalogAbout, figuresOf } from '../../../catalog/ports/catalog.ts'
import type { Context } from '../../../catalog/ports/context.ts'
import type { AnswerOf, Ready } from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import type { Handling } from '../../../kit/params/index.ts'
import type { Agent } from '../../../model/agent.ts'
import type { Building } from '../../../model/building.ts'
import type { Home } from '../../../model/home.ts'
import type { MortgageRate } from '../../../model/market.ts'
import type { School } from '../../../model/school.ts'
import { regionIds } from '../../../places/regions/near-regions.ts'
import { type ShownValues, shownValues } from '../../../worth/valuation/estimate.ts'
import { ATTRIBUTION } from '../attribution.ts'
import { agentsInHistory, type People, peopleOf } from '../people.ts'
import { homePhotos, type ShownPhoto } from '../photos.ts'
import { type Place, placeOf } from '../place.ts'
import { latestPriceChange, type PriceChange } from '../price-history.ts'
import type { MiniRow } from '../rows/mini-row.ts'
import { around } from '../rows/neighbors.ts'
import type { PlaceRow } from '../rows/place-row.ts'
import { type Surroundings, surroundingsOf } from '../surroundings.ts'

const MAX_SCHOOLS = 6

/** Everything that a home's full document is made from. */
export interface Gathered {
  readonly home: Home
  readonly place: Place
  readonly regionIds: ReturnType<typeof regionIds>
  readonly people: People
  readonly agents: ReadonlyMap<string, Agent>
  readonly building: Building | undefined
  readonly schools: readonly School[]
  readonly nearby: Ready<readonly PlaceRow[]>
  readonly similar: readonly Ready<MiniRow>[]
  readonly rates: readonly MortgageRate[]
  readonly values: ShownValues
  readonly photos: readonly Ready<ShownPhoto>[]
  readonly priceChange: PriceChange | undefined
  readonly attributionInfo: AnswerOf<typeof ATTRIBUTION>
  readonly surroundings: Surroundings
  /** The catalog's description of itself. */
  readonly about: CatalogAbout
}

export function homeOf({ home }: Gathered): Home {
  return home
}

/** Reads everything from the catalog that a full document needs. A home without a known location gets no schools. */
export async function gather(home: Home, context: Context, handling?: Handling): Promise<Gathered> {
  const { catalog } = context
  const surroundings = surroundingsOf(context, handling)
  const place = placeOf(home, surroundings.regions)
  const [people, agents, building, schools, rows, rates, values] = await Promise.all([
    peopleOf(home, catalog.records),
    agentsInHistory(home, catalog.records),
    home.lotId === undefined ? undefined : catalog.records.get('building', home.lotId),
    place.isKnown ? catalog.near.schools(place.point, MAX_SCHOOLS) : [],
    around(home, context, surroundings),
    catalog.records.latestRates(),
    shownValues(home, dayNumber(surroundings.nowMs), figuresOf(catalog)),
  ])
  return {
    home,
    place,
    // the county may be known only from the ZIP code
    regionIds: regionIds(place.countyFips === '' ? home.address : { ...home.address, countyFips: place.countyFips }),
    people,
    agents,
    building,
    schools,
    ...rows,
    rates,
    values,
    photos: homePhotos(home, surroundings.words),
    priceChange: latestPriceChange(home),
    attributionInfo: ATTRIBUTION.of({ listing: home.listing, ...people }),
    surroundings,
    about: catalog.about(),
  }
}
