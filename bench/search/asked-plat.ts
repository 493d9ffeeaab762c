import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Context } from '../../src/catalog/context.ts'
import { openCatalog } from '../../src/catalog/open.ts'
import type { EncodedPage } from '../../src/catalog/query.ts'
import { untilChecked } from '../checked.ts'
import { answerQuestions } from '../pinned.ts'
import { drawCitySized, type Sized, sizesOf } from './city-sized.ts'
import { type InProcess, inProcess, type Page } from './in-process.ts'
import { type Draw, MixDrawer } from './mix.ts'
import { benchClock, benchLog, CARDS, TODAY, WORDS } from './setting.ts'

export interface AskedPlat extends InProcess {
  /** Milliseconds until a catalogue was open and had answered a first search; answers once all its cards are in memory. */
  open(dataDir: string): Promise<number>
  draw(mix: { readonly seed: number; readonly count: number }): Promise<Draw[]>
  sizes(): Promise<Sized[]>
  citySized(order: Parameters<typeof drawCitySized>[1]): Promise<Draw[]>
}

let catalog: Catalog | undefined

function opened(): Catalog {
  if (catalog === undefined) throw new Error('asked before it was opened')
  return catalog
}

function context(): Context {
  return { catalog: opened(), clock: benchClock, log: benchLog, words: WORDS }
}

function inBytes(page: EncodedPage): Page {
  const { bytes, release } = page.json('', '')
  return { total: page.total, ungrouped: page.ungrouped, cards: bytes, release }
}

const questions: AskedPlat = {
  async open(dataDir) {
    const start = performance.now()
    catalog = openCatalog(dataDir, benchLog, CARDS)
    await catalog.search('home').cards({
      listingClass: 'For_Sale',
      where: [],
      order: 'Newest',
      offset: 0,
      limit: 1,
      grouped: false,
      today: TODAY,
    })
    const tookMs = performance.now() - start
    await untilChecked(catalog)
    return tookMs
  },
  async draw({ seed, count }) {
    const drawer = new MixDrawer(seed, context())
    const draws: Draw[] = []
    while (draws.length < count) draws.push(await drawer.draw())
    return draws
  },
  sizes: () => sizesOf(opened()),
  citySized: (order) => drawCitySized(context(), order),
  ...inProcess(() => ({ searchCards: async (query) => inBytes(await opened().search('home').cards(query)) })),
}
answerQuestions({ ...questions }, () => catalog?.close())
