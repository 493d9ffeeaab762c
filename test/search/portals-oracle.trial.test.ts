import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { inspect, isDeepStrictEqual } from 'node:util'
import { Calendar } from '../../sample/calendar.ts'
import { makeExperience } from '../../sample/experiences.ts'
import { makeOffer } from '../../sample/offers.ts'
import { SEARCHED } from '../../src/catalog/facts/searched.ts'
import { openCatalog } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { OtherNoun, PlaceSearch } from '../../src/catalog/ports/noun-search.ts'
import type { Query } from '../../src/catalog/ports/query.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { DAY_MS } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Experience } from '../../src/model/experience.ts'
import type { Offer } from '../../src/model/offer.ts'
import type { RecordOf } from '../../src/model/searched.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { shownPage } from '../catalog/shown-page.ts'
import { inChanges, writeInSegments } from '../catalog/write-in-segments.ts'
import { questionsOf, SEED } from '../long-run.ts'
import { TRIAL_NOW_MS } from '../sample/trial.ts'
import { naivePlaceSearch } from './naive.ts'
import { ODD_EXPERIENCES, ODD_OFFERS } from './odd-records.ts'
import { RandomQueries } from './random-query.ts'

const OFFERS = 1_500
const EXPERIENCES = 1_000
/** Number of segments besides the base segment. */
const ADDED = 2
const NOUNS = ['offer', 'experience'] as const
/** The share of records that are not in the base segment. */
const ADDED_SHARE = 0.1

const { count, indices, areAll, again } = questionsOf('search/portals', 20_000)

const WORDS = { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example', mediaOrigin: '' }
const cards = cardMaker(WORDS)

suite(`searches of areas B and C, and the oracle (SEED=${SEED})`, () => {
  let dataDirs: readonly string[]
  /** Two catalogs with the same records: one has a single segment, the other several. */
  let catalogs: readonly [Catalog, Catalog]
  const calendar = new Calendar(TRIAL_NOW_MS)
  const offers: readonly Offer[] = [
    ...Array.from({ length: OFFERS }, (_, i) => makeOffer(1, i, calendar)),
    ...ODD_OFFERS,
  ]
  const experiences: readonly Experience[] = [
    ...Array.from({ length: EXPERIENCES }, (_, i) => makeExperience(1, i, calendar)),
    ...ODD_EXPERIENCES,
  ]

  before(() => {
    dataDirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'plat-portals-oracle-')))
    const random = new Random(SEED, 'segments')
    const drawn = { added: ADDED, share: ADDED_SHARE, draw: () => random.unit() }
    const offerChanges = inChanges(offers, drawn, ({ offerId }, like) => ({ ...like, offerId }))
    const experienceChanges = inChanges(experiences, drawn, ({ experienceId }, like) => ({ ...like, experienceId }))
    const change = (ofOffers: readonly Offer[], ofExperiences: readonly Experience[]) => (writer: CatalogWriter) => {
      for (const offer of ofOffers) writer.put('offer', offer)
      for (const experience of ofExperiences) writer.put('experience', experience)
    }
    const [whole, divided] = dataDirs as [string, string] // both folders were made above
    writeInSegments(whole, cards, NOUNS, [change(offers, experiences)])
    writeInSegments(
      divided,
      cards,
      NOUNS,
      offerChanges.map((changed, i) => change(changed, experienceChanges[i] ?? [])),
    )
    catalogs = [openCatalog(whole, silentLog, cards), openCatalog(divided, silentLog, cards)]
  })
  after(() => {
    for (const catalog of catalogs) catalog.close()
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true })
  })

  function compare<N extends OtherNoun>(
    noun: N,
    searchFor: (index: number) => PlaceSearch<N>,
    records: readonly RecordOf<N>[],
    odd: readonly RecordOf<N>[],
  ): void {
    const oracle = naivePlaceSearch(noun, records, cards)
    const queries = new RandomQueries(SEARCHED[noun], records, odd, Math.floor(TRIAL_NOW_MS / DAY_MS))

    async function agree<T>(query: Query<N>, index: number, run: (search: PlaceSearch<N>) => Promise<T>): Promise<T> {
      const [found, expected] = await Promise.all([run(searchFor(index)), run(oracle)])
      if (isDeepStrictEqual(found, expected)) return found
      const shown = inspect(query, { depth: null, breakLength: 120 }).slice(0, 4_000)
      const both = `found ${inspect(found).slice(0, 600)}\nexpected ${inspect(expected).slice(0, 600)}`
      throw new Error(`Not as the oracle says: ${shown}\n${both}\n${again(index)}`)
    }

    test(`${count} random queries find the same ${noun}s, page by page`, async (context) => {
      let [some, full, continued] = [0, 0, 0]
      for (const index of indices) {
        const query = queries.query(SEED, index)
        const { total, keys } = await agree(query, index, (search) => search.page(query))
        if (total > 0) some++
        if (keys.length === query.limit) full++
        if (query.after !== undefined && keys.length > 0) continued++
      }
      context.diagnostic(`${some} found something, ${full} pages were full, ${continued} went on from a key`)
      if (!areAll) return
      assert.ok(some > count / 2 && full > count / 10 && continued > count / 20, 'the queries find too little')
    })

    test(`the cards and measures of ${noun}s, the removals of conditions and the places are the same`, async () => {
      for (const index of indices.slice(0, Math.ceil(count / 20))) {
        const query = index % 3 === 0 ? queries.measured(SEED, index) : queries.query(SEED, index)
        await agree(query, index, async (search) => shownPage(await search.cards(query)))
        await agree(query, index, (search) => search.explain(query))
      }
      for (const index of [0, 1]) assert.deepEqual(searchFor(index).places(), oracle.places())
    })
  }

  /** Alternates between the two catalogs. */
  const catalogFor = (index: number) => catalogs[index % 2] as Catalog // there are two catalogs
  compare('offer', (index) => catalogFor(index).search('offer'), offers, ODD_OFFERS)
  compare('experience', (index) => catalogFor(index).search('experience'), experiences, ODD_EXPERIENCES)
})
