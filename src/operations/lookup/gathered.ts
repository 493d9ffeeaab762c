import type { Agent } from '../../model/agent.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import type { MortgageRate } from '../../model/market.ts'
import type { School } from '../../model/school.ts'
import { neighboursOf, similarTo } from '../neighbours.ts'
import type { Context } from '../operation.ts'
import { agentsInHistory, type People, peopleOf } from '../people.ts'
import { type Place, placeOf } from '../place.ts'
import { type Surroundings, surroundingsOf } from '../surroundings.ts'

const SCHOOLS = 6
const NEARBY = 8
const SIMILAR = 20

/** A neighbour with those who list it. */
export interface Neighbour {
  readonly home: Home
  readonly people: People
}

/** Everything that the full document of a home is made of. */
export interface Gathered {
  readonly home: Home
  readonly place: Place
  readonly people: People
  readonly agents: ReadonlyMap<string, Agent>
  readonly building: Building | undefined
  readonly schools: readonly School[]
  readonly nearby: readonly Neighbour[]
  readonly similar: readonly Neighbour[]
  readonly rates: readonly MortgageRate[]
  readonly surroundings: Surroundings
}

/** Asks the catalogue for all of it. A home that lies nowhere known has no schools and no neighbours. */
export async function gather(home: Home, context: Context): Promise<Gathered> {
  const { catalog } = context
  const surroundings = surroundingsOf(context)
  const place = placeOf(home, surroundings.regions)
  const [people, agents, building, schools, neighbours, rates] = await Promise.all([
    peopleOf(home, catalog),
    agentsInHistory(home, catalog),
    home.lotId === undefined ? undefined : catalog.get('building', home.lotId),
    place.known ? catalog.schoolsNear(place.point, SCHOOLS) : [],
    place.known ? neighboursOf(home, place.point, catalog) : [],
    catalog.latestRates(),
  ])
  const [nearby, similar] = await Promise.all([
    withPeople(neighbours.slice(0, NEARBY), context),
    withPeople(similarTo(home, neighbours, SIMILAR, surroundings.nowMs), context),
  ])
  return { home, place, people, agents, building, schools, nearby, similar, rates, surroundings }
}

function withPeople(homes: readonly Home[], { catalog }: Context): Promise<Neighbour[]> {
  return Promise.all(homes.map(async (home) => ({ home, people: await peopleOf(home, catalog) })))
}
