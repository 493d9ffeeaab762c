import type { Context } from '../../src/catalog/context.ts'
import type { Home } from '../../src/model/home.ts'
import { CHARTS } from '../../src/operations/graph-charts.ts'
import { addressLine, disclosedStreet } from '../../src/rendering/shown-address.ts'
import { Random } from '../../test/engine/random.ts'
import { drawExperienceSearch, drawOfferSearch, PlaceDrawer } from '../portals/drawn.ts'
import { type Draw, MixDrawer } from '../search/mix.ts'
import { OPERATION_NAMES, type OperationName } from './operations.ts'

/** Homes from which the questions about one home are drawn. */
const MAX_HOMES = 200_000

/** So many repetitions in a row, and the catalogue has no further question of the kind. */
const MAX_REPETITIONS = 2000

/** Letters and digits that somebody has typed when completion is asked. */
const TYPED = { least: 3, most: 28 }

type Drawer = () => Promise<string | undefined>

/** Draws paths with query strings, none of them twice: the same seed and catalogue make the same ones. */
export class QuestionDrawer {
  readonly #context: Context
  readonly #random: Random
  readonly #mix: MixDrawer
  readonly #zpids: Uint32Array
  /** Where each operation is in the list of homes: no two begin at the same. */
  readonly #places = new Map<OperationName, number>()
  readonly #drawn = new Set<string>()
  readonly #drawers: Readonly<Record<OperationName, Drawer>>

  private constructor(seed: number, context: Context, zpids: Uint32Array) {
    this.#context = context
    this.#random = new Random(seed)
    this.#mix = new MixDrawer(seed, context)
    this.#zpids = zpids
    for (const [i, name] of OPERATION_NAMES.entries()) {
      this.#places.set(name, Math.floor((i * zpids.length) / OPERATION_NAMES.length))
    }
    this.#drawers = this.#makeDrawers()
  }

  static async open(seed: number, context: Context): Promise<QuestionDrawer> {
    return new QuestionDrawer(seed, context, await shuffledHomes(seed, context))
  }

  async draw(name: OperationName, count: number): Promise<string[]> {
    const paths: string[] = []
    for (let repetitions = 0; paths.length < count; repetitions++) {
      if (repetitions > MAX_REPETITIONS) throw new Error(`There are no ${count} further questions of ${name}.`)
      const path = await this.#drawers[name]()
      if (path === undefined || this.#drawn.has(path)) continue
      this.#drawn.add(path)
      paths.push(path)
      repetitions = 0
    }
    return paths
  }

  /** Searches as they are drawn for `searches`, with the query that each stands for. */
  async searches(count: number): Promise<Draw[]> {
    const draws: Draw[] = []
    while (draws.length < count) {
      const draw = await this.#mix.draw()
      if (this.#drawn.has(draw.url)) continue
      this.#drawn.add(draw.url)
      draws.push(draw)
    }
    return draws
  }

  #makeDrawers(): Readonly<Record<OperationName, Drawer>> {
    const random = this.#random
    const { catalog } = this.#context
    const offers = new PlaceDrawer(random, catalog.search('offer').places())
    const experiences = new PlaceDrawer(random, catalog.search('experience').places())
    const byId = (name: OperationName, parameter: string) => async () =>
      written(name, { [parameter]: String(this.#nextZpid(name)) })
    return {
      '/byzpid': byId('/byzpid', 'zpid'),
      '/pro/byzpid': byId('/pro/byzpid', 'zpid'),
      '/byaddress': async () => {
        const home = await this.#nextHome('/byaddress')
        return home && written('/byaddress', { propertyaddress: addressLine(home) })
      },
      '/autocomplete': async () => {
        const home = await this.#nextHome('/autocomplete')
        if (home === undefined) return undefined
        const text = random.chance(0.2) ? home.address.city : addressLine(home)
        return written('/autocomplete', { query: text.slice(0, random.whole(TYPED.least, TYPED.most)).trim() })
      },
      '/similar': byId('/similar', 'byzpid'),
      '/comparable_homes': byId('/comparable_homes', 'byzpid'),
      '/graph_charts': async () =>
        written('/graph_charts', {
          which: random.pick(CHARTS),
          recent_first: 'True',
          byzpid: String(this.#nextZpid('/graph_charts')),
        }),
      searches: async () => (await this.#mix.draw()).url,
      offers: async () => written('/search/bylocation', drawOfferSearch(random, offers)),
      experiences: async () => written('/search/exp/bydestination', drawExperienceSearch(random, experiences)),
    }
  }

  #nextZpid(name: OperationName): number {
    const place = this.#places.get(name) ?? 0
    this.#places.set(name, (place + 1) % this.#zpids.length)
    return this.#zpids[place] ?? 0
  }

  /** Undefined where the home's address cannot be asked for. */
  async #nextHome(name: OperationName): Promise<Home | undefined> {
    const home = await this.#context.catalog.records.get('home', this.#nextZpid(name))
    return home && disclosedStreet(home) !== '' ? home : undefined
  }
}

/** Homes whatever their state, from every ZIP code alike, in an order that jumps about. */
async function shuffledHomes(seed: number, { catalog }: Context): Promise<Uint32Array> {
  const zips = catalog.regions().filter(({ type }) => type === 'zipcode')
  const found = new Set<number>()
  for (const { point, homes } of zips) {
    const most = Math.min(homes, Math.ceil(MAX_HOMES / zips.length))
    for (const zpid of await catalog.near.homes(point, most)) found.add(zpid)
  }
  const random = new Random(seed)
  const zpids = Uint32Array.from(found)
  for (let at = zpids.length - 1; at > 0; at--) {
    const other = random.whole(0, at)
    const [here = 0, there = 0] = [zpids[at], zpids[other]]
    zpids[at] = there
    zpids[other] = here
  }
  return zpids
}

function written(path: string, parameters: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`
}
