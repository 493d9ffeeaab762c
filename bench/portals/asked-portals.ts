import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Context } from '../../src/catalog/context.ts'
import { openCatalog } from '../../src/catalog/open.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { EncodedAnswer } from '../../src/operations/operation.ts'
import { parse } from '../../src/params/index.ts'
import { Random } from '../../test/engine/random.ts'
import { answerQuestions } from '../pinned.ts'
import { benchClock, benchLog, CARDS, WORDS } from '../search/setting.ts'
import { drawExperienceSearch, drawOfferSearch, PlaceDrawer, type Written } from './drawn.ts'

const PATHS = { offer: '/search/bylocation', experience: '/search/exp/bydestination' } as const
export type Noun = keyof typeof PATHS

/** What one search finds. */
export interface Found {
  readonly total: number
  readonly bytes: number
}

export interface AskedPortals {
  /** Milliseconds until the catalogue was open. */
  open(dataDir: string): number
  draw(mix: { readonly noun: Noun; readonly seed: number; readonly count: number }): Promise<Written[]>
  found(search: { readonly noun: Noun; readonly drawn: readonly Written[] }): Promise<Found[]>
  /** Milliseconds of each search, from its arguments to the bytes of its answer, one after the other. */
  round(search: { readonly noun: Noun; readonly drawn: readonly Written[] }): Promise<Float64Array>
}

let catalog: Catalog | undefined

function context(): Context {
  if (catalog === undefined) throw new Error('asked before it was opened')
  return { catalog, clock: benchClock, log: benchLog, words: WORDS }
}

/** Ready to run: its parameters are read. */
function prepared(noun: Noun, written: Written): () => Promise<EncodedAnswer> {
  const operation = OPERATIONS.find(({ path }) => path === PATHS[noun])
  if (operation === undefined) throw new Error(`there is no operation ${PATHS[noun]}`)
  const { args, ignored, texts } = parse(operation.parameters, operation.rules, Object.entries(written), 'strict')
  if (ignored.length > 0) throw new Error(`drawn, but of no use: ${ignored.join(', ')}`)
  const asked = context()
  return async () => (await operation.run(args, asked, texts)) as EncodedAnswer // searches answer with bytes
}

interface Head {
  readonly total: number
  readonly nextPageCursor?: string | null
}

async function headOf(noun: Noun, written: Written): Promise<Head & { readonly bytes: number }> {
  const { bytes } = (await prepared(noun, written)()).body.json()
  const head = JSON.parse(Buffer.from(bytes).toString()) as Head // as their answers are
  return { ...head, bytes: bytes.length }
}

const questions: AskedPortals = {
  open(dataDir) {
    const start = performance.now()
    catalog = openCatalog(dataDir, benchLog, CARDS)
    return performance.now() - start
  },
  async draw({ noun, seed, count }) {
    const random = new Random(seed)
    const places = new PlaceDrawer(random, context().catalog.search(noun).places())
    const drawn: Written[] = []
    while (drawn.length < count) {
      const first = noun === 'offer' ? drawOfferSearch(random, places) : drawExperienceSearch(random, places)
      const { nextPageCursor } = await headOf(noun, first)
      const isLater = nextPageCursor && random.chance(0.4)
      drawn.push(isLater ? { ...first, nextPageCursor } : first)
    }
    return drawn
  },
  async found({ noun, drawn }) {
    const found: Found[] = []
    for (const written of drawn) found.push(await headOf(noun, written))
    return found
  },
  async round({ noun, drawn }) {
    const ready = drawn.map((written) => prepared(noun, written))
    const times = new Float64Array(ready.length)
    for (const [i, run] of ready.entries()) {
      const start = performance.now()
      const { release } = (await run()).body.json()
      times[i] = performance.now() - start
      release() // as the server does once it is sent
    }
    return times
  },
}
answerQuestions({ ...questions }, () => catalog?.close())
