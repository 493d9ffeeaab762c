import assert from 'node:assert/strict'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { Owner } from '../../src/catalog/ports/owner-lookup.ts'
import type { Agent } from '../../src/model/agent.ts'
import type { Home } from '../../src/model/home.ts'
import type { Person } from '../../src/model/person.ts'
import { disclosedStreet } from '../../src/service/rendering/shown-address.ts'
import { Random } from '../../test/engine/random.ts'
import type { ExampleRecords } from '../../test/example-queries.ts'

/** Approximate maximum number of homes, and maximum number of people, that questions are about. */
const MAX_HOMES = 40_000
const MAX_PERSONS = 4000

type Listed = Pick<ExampleRecords, 'listed' | 'agent' | 'lettingAgent'>

/** Draws the records that questions are about. Takes about the same number of homes from each ZIP code. */
export class ExampleDrawer {
  readonly #houses: readonly Home[]
  readonly #units: readonly Home[]
  readonly #listed: readonly Listed[]
  readonly #persons: readonly Person[]
  readonly #owners: readonly Owner[]

  private constructor(
    homes: readonly Home[],
    listed: readonly Listed[],
    persons: readonly Person[],
    owners: readonly Owner[],
  ) {
    const shown = homes.filter((home) => disclosedStreet(home) !== '' && home.point !== undefined)
    this.#houses = shown.filter(({ lotId, facts }) => lotId === undefined && facts.walkScore !== undefined)
    this.#units = shown.filter(({ lotId }) => lotId !== undefined)
    this.#listed = listed
    this.#persons = persons
    this.#owners = owners
  }

  static async open(seed: number, catalog: Catalog): Promise<ExampleDrawer> {
    const homes = await readHomes(seed, catalog)
    const agents = new Map<string, Agent>()
    const lettingAgents = new Set<string>()
    for (const { listing } of homes) {
      const id = listing?.listAgentId
      if (id === undefined || listing?.status !== 'Active') continue
      const agent = agents.get(id) ?? (await catalog.records.get('agent', id))
      if (agent !== undefined) agents.set(id, agent)
      if (listing.kind === 'lease') lettingAgents.add(id)
    }
    const letting = [...lettingAgents]
    const active = homes.filter(({ listing }) => listing?.status === 'Active' && listing.mlsId && !listing.conditions)
    const listed = active.flatMap((home, i) => {
      const agent = agents.get(home.listing?.listAgentId ?? '')
      return agent ? [{ listed: home, agent, lettingAgent: letting[i % letting.length] ?? '' }] : []
    })
    const { owners } = await catalog.owners.page({ words: ['sample', 'homes'], offset: 0, limit: 1000 })
    return new ExampleDrawer(homes, listed, await readPersons(catalog), owners)
  }

  next(random: Random): ExampleRecords {
    const [house, unit, person] = [random.pick(this.#houses), random.pick(this.#units), random.pick(this.#persons)]
    const { ownerId } = random.pick(this.#owners)
    return { house, unit, person, ownerId, ...random.pick(this.#listed) }
  }
}

async function readHomes(seed: number, catalog: Catalog): Promise<Home[]> {
  const zips = catalog.regions().filter(({ type }) => type === 'zipcode')
  const random = new Random(seed)
  const homes: Home[] = []
  for (const { point, homes: count } of zips) {
    const around = await catalog.near.homes(point, Math.min(count, Math.ceil((2 * MAX_HOMES) / zips.length)))
    for (const zpid of around) {
      const home = random.chance(0.5) ? await catalog.records.get('home', zpid) : undefined
      if (home !== undefined) homes.push(home)
    }
  }
  return homes
}

/** Reads the people of a sample, whose ids are consecutive numbers. */
async function readPersons(catalog: Catalog): Promise<Person[]> {
  const persons: Person[] = []
  for (let number = 1; persons.length < MAX_PERSONS; number++) {
    const person = await catalog.records.get('person', `p${number}m1`)
    if (person === undefined) break
    persons.push(person)
  }
  assert(persons.length > 0, 'the catalog has no people')
  return persons
}
