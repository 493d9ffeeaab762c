import type { Context } from '../../src/catalog/ports/context.ts'
import type { Home } from '../../src/model/home.ts'
import { CHARTS } from '../../src/service/operations/graph-charts.ts'
import type { Area } from '../../src/service/operations/operation.ts'
import { addressLine, disclosedStreet } from '../../src/service/rendering/shown-address.ts'
import { Random } from '../../test/engine/random.ts'
import { drawExperienceSearch, drawOfferSearch, PlaceDrawer } from './drawn-portals.ts'
import { type Draw, MixDrawer } from './mix.ts'

/** Homes from which the questions about one home are drawn. */
const MAX_HOMES = 200_000

/** So many repetitions in a row, and the catalogue has no further question of the kind. */
const MAX_REPETITIONS = 2000

/** Letters and digits that somebody has typed when completion is asked. */
const TYPED = { least: 3, most: 28 }

/** Questions are drawn from these. */
interface Source {
  readonly random: Random
  readonly mix: MixDrawer
  offers(): PlaceDrawer
  experiences(): PlaceDrawer
  zpid(): Promise<string>
  /** Undefined where the home's address cannot be asked for. */
  home(): Promise<Home | undefined>
}

/** An operation that the benches call. */
interface Called {
  readonly area: Area
  /** Questions of one measurement: enough for half a second or so. */
  readonly questions: number
  /** A path with its query string; undefined where none can be drawn from what was looked at. */
  draw(source: Source): Promise<string | undefined>
}

function about(questions: number, path: string, parameter: string): Called {
  return { area: 'A', questions, draw: async ({ zpid }) => written(path, { [parameter]: await zpid() }) }
}

/** By its name in figures. One more operation is one more entry. */
export const CALLED = {
  '/byzpid': about(2000, '/byzpid', 'zpid'),
  '/pro/byzpid': about(300, '/pro/byzpid', 'zpid'),
  '/byaddress': {
    area: 'A',
    questions: 1000,
    draw: async (source) => {
      const home = await source.home()
      return home && written('/byaddress', { propertyaddress: addressLine(home) })
    },
  },
  '/autocomplete': {
    area: 'A',
    questions: 1000,
    draw: async (source) => {
      const home = await source.home()
      const text = home && (source.random.chance(0.2) ? home.address.city : addressLine(home))
      return (
        text && written('/autocomplete', { query: text.slice(0, source.random.whole(TYPED.least, TYPED.most)).trim() })
      )
    },
  },
  '/similar': about(400, '/similar', 'byzpid'),
  '/comparable_homes': about(400, '/comparable_homes', 'byzpid'),
  '/nearby': about(500, '/nearby', 'byzpid'),
  '/ownerinfo': about(1000, '/ownerinfo', 'byzpid'),
  '/climate': about(1000, '/climate', 'byzpid'),
  '/graph_charts': {
    area: 'A',
    questions: 500,
    draw: async ({ random, zpid }) =>
      written('/graph_charts', { which: random.pick(CHARTS), recent_first: 'True', byzpid: await zpid() }),
  },
  searches: { area: 'A', questions: 300, draw: async ({ mix }) => (await mix.draw()).url },
  offers: {
    area: 'B',
    questions: 400,
    draw: async ({ random, offers }) => written('/search/bylocation', drawOfferSearch(random, offers())),
  },
  experiences: {
    area: 'C',
    questions: 300,
    draw: async ({ random, experiences }) =>
      written('/search/exp/bydestination', drawExperienceSearch(random, experiences())),
  },
} as const satisfies Readonly<Record<string, Called>>

export type OperationName = keyof typeof CALLED
export const OPERATION_NAMES = Object.keys(CALLED) as OperationName[] // they are the keys of the table

/** Draws paths with query strings, none of them twice: the same seed and catalogue make the same ones. */
export class QuestionDrawer {
  readonly #context: Context
  readonly #mix: MixDrawer
  readonly #random: Random
  readonly #shuffled: () => Promise<Uint32Array>
  /** Where each operation is in the list of homes: no two begin at the same. */
  readonly #places = new Map<OperationName, number>()
  readonly #drawn = new Set<string>()
  readonly #offers: () => PlaceDrawer
  readonly #experiences: () => PlaceDrawer

  constructor(seed: number, context: Context) {
    const { catalog } = context
    this.#context = context
    this.#mix = new MixDrawer(seed, context)
    this.#random = new Random(seed)
    this.#shuffled = once(() => shuffledHomes(seed, context))
    this.#offers = once(() => new PlaceDrawer(this.#random, catalog.search('offer').places()))
    this.#experiences = once(() => new PlaceDrawer(this.#random, catalog.search('experience').places()))
  }

  async draw(name: OperationName, count: number): Promise<string[]> {
    const source = this.#sourceFor(name)
    return this.#different(
      count,
      name,
      (path) => path,
      () => CALLED[name].draw(source),
    )
  }

  /** Searches as they are drawn for `searches`, with the query that each stands for. */
  searches(count: number): Promise<Draw[]> {
    return this.#different(
      count,
      'searches',
      ({ url }) => url,
      () => this.#mix.draw(),
    )
  }

  async #different<T>(
    count: number,
    name: OperationName,
    urlOf: (one: T) => string,
    draw: () => Promise<T | undefined>,
  ): Promise<T[]> {
    const all: T[] = []
    for (let repetitions = 0; all.length < count; repetitions++) {
      if (repetitions > MAX_REPETITIONS) throw new Error(`There are no ${count} further questions of ${name}.`)
      const one = await draw()
      if (one === undefined || this.#drawn.has(urlOf(one))) continue
      this.#drawn.add(urlOf(one))
      all.push(one)
      repetitions = 0
    }
    return all
  }

  #sourceFor(name: OperationName): Source {
    const next = async () => {
      const zpids = await this.#shuffled()
      const start = Math.floor((OPERATION_NAMES.indexOf(name) * zpids.length) / OPERATION_NAMES.length)
      const place = this.#places.get(name) ?? start
      this.#places.set(name, (place + 1) % zpids.length)
      return zpids[place] ?? 0
    }
    return {
      random: this.#random,
      mix: this.#mix,
      offers: this.#offers,
      experiences: this.#experiences,
      zpid: async () => String(await next()),
      home: async () => {
        const home = await this.#context.catalog.records.get('home', await next())
        return home && disclosedStreet(home) !== '' ? home : undefined
      },
    }
  }
}

/** Makes something when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Homes whatever their state, from every ZIP code alike, in an order that jumps about. */
async function shuffledHomes(seed: number, { catalog }: Context): Promise<Uint32Array> {
  const zips = catalog.regions().filter(({ type }) => type === 'zipcode')
  const around = new Set<number>()
  for (const { point, homes } of zips) {
    const most = Math.min(homes, Math.ceil(MAX_HOMES / zips.length))
    for (const zpid of await catalog.near.homes(point, most)) around.add(zpid)
  }
  const random = new Random(seed)
  const zpids = Uint32Array.from(around)
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
