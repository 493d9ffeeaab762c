import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import { Calendar } from '../../sample/calendar.ts'
import { makeExperience } from '../../sample/experiences.ts'
import { makeOffer } from '../../sample/offers.ts'
import { SEARCHED } from '../../src/catalog/facts/searched.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { NearLookup } from '../../src/catalog/ports/near-lookup.ts'
import type { HomeSearch, OtherNoun, PlaceSearch } from '../../src/catalog/ports/noun-search.ts'
import type { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { DAY_MS } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Agent } from '../../src/model/agent.ts'
import type { Home } from '../../src/model/home.ts'
import type { RecordOf } from '../../src/model/searched.ts'
import { shownHome } from '../../src/model/shown-home.ts'
import { applyChanges, type RecordChange, recordChanges } from '../catalog/changing-records.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { seenIn } from '../catalog/seen.ts'
import { shownPage } from '../catalog/shown-page.ts'
import { trialCards } from '../catalog/trial.ts'
import { inChanges } from '../catalog/write-in-segments.ts'
import { Random as SeededRandom } from '../engine/random.ts'
import { questionsOf, SEED } from '../long-run.ts'
import { needs } from '../needs.ts'
import { Explained } from '../postgres/explained.ts'
import { knownHome } from '../postgres/kinds.ts'
import { runKinds, wholeReads } from '../postgres/plans.ts'
import { openDatabases, type TestDatabases } from '../postgres/server.ts'
import { gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { agentAnswers, regionAnswers, withHistories } from './answers-about-homes.ts'
import { compareHomes } from './homes-contract.ts'
import { naiveHomeSearch, naiveNearest, naivePlaceSearch } from './naive.ts'
import { ODD_HOMES } from './odd-homes.ts'
import { ODD_EXPERIENCES, ODD_OFFERS, oddExperience, oddOffer } from './odd-records.ts'
import { RandomQueries } from './random-query.ts'

const SAMPLE_HOMES = 600
const OFFERS = 500
const EXPERIENCES = 400
/** The share of records to which a second commit gives their final content. */
const CHANGED_SHARE = 0.2
const TODAY = Math.floor(TRIAL_NOW_MS / DAY_MS)

/** Records that the second commit removes. */
const GONE_OFFER = oddOffer(1, { city: 'Atlantyda' })
const GONE_HOMES: readonly Home[] = ODD_HOMES.map((home) => ({ ...home, zpid: home.zpid + 500_000_000 }))
const GONE_AGENT: Agent = { agentId: 'gone', username: 'gone', name: 'Gone Agent', isTopAgent: true }
const GONE_EXPERIENCE = oddExperience('gone', { city: 'Atlantis' })

const questions = questionsOf('search/postgres-oracle', 5_000, 1_000)
const { count, indices, areAll, again } = questions

suite(`the catalog on PostgreSQL and the oracle (SEED=${SEED})`, needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let backend: PostgresBackend
  let url: string
  let catalog: PostgresCatalog
  let homes: readonly Home[]
  let agents: readonly Agent[]
  let oracle: HomeSearch
  let oracleNear: Pick<NearLookup, 'select'>
  let queries: RandomQueries<'home'>
  const calendar = new Calendar(TRIAL_NOW_MS)
  const offers = [...Array.from({ length: OFFERS }, (_, i) => makeOffer(1, i, calendar)), ...ODD_OFFERS]
  const experiences = [
    ...Array.from({ length: EXPERIENCES }, (_, i) => makeExperience(1, i, calendar)),
    ...ODD_EXPERIENCES,
  ]
  const random = new Random(SEED, 'changes')
  const drawn = { added: 1, share: CHANGED_SHARE, draw: () => random.unit() }
  const offerChanges = inChanges(offers, drawn, ({ offerId }, like) => ({ ...like, offerId }))
  const experienceChanges = inChanges(experiences, drawn, ({ experienceId }, like) => ({ ...like, experienceId }))

  before(async () => {
    databases = await openDatabases()
    backend = await PostgresBackend.on(databases)
    const { records } = await gatherSample(SAMPLE_HOMES)
    const { office: offices, building: buildings } = records
    agents = records.agent
    homes = [
      ...withHistories(records.home, [...agents.map(({ agentId }) => agentId), GONE_AGENT.agentId]),
      ...ODD_HOMES,
    ]
    const homeChanges = inChanges(homes, drawn, ({ zpid }, like) => ({ ...like, zpid }))
    const agentChanges = inChanges(agents, drawn, ({ agentId, username }, like) => ({ ...like, agentId, username }))
    url = await backend.newUrl()
    for (const [i, change] of offerChanges.entries()) {
      const writer = backend.write(url)
      if (i === 0) {
        for (const office of offices) writer.put('office', office)
        for (const building of buildings) writer.put('building', building)
        for (const person of records.person) writer.put('person', person)
        for (const home of GONE_HOMES) writer.put('home', home)
        writer.put('agent', GONE_AGENT)
        writer.put('offer', GONE_OFFER)
        writer.put('experience', GONE_EXPERIENCE)
      } else {
        for (const { zpid } of GONE_HOMES) writer.remove('home', zpid)
        writer.remove('agent', GONE_AGENT.agentId)
        writer.remove('offer', GONE_OFFER.offerId)
        writer.remove('experience', GONE_EXPERIENCE.experienceId)
      }
      for (const agent of agentChanges[i] ?? []) writer.put('agent', agent)
      for (const home of homeChanges[i] ?? []) writer.put('home', home)
      for (const offer of change) writer.put('offer', offer)
      for (const experience of experienceChanges[i] ?? []) writer.put('experience', experience)
      writer.commit()
    }
    catalog = await backend.read(url)
    oracle = naiveHomeSearch(homes.map(shownHome), trialCards, { agents, offices, buildings })
    oracleNear = naiveNearest(homes.map(shownHome))
    queries = new RandomQueries(SEARCHED.home, homes, ODD_HOMES, TODAY)
  })
  after(async () => {
    await catalog?.close()
    await backend?.close()
    await databases?.remove()
  })

  compareHomes(questions, () => ({ catalog, trial: { homes, oracle, oracleNear, queries } }))

  function compare<N extends OtherNoun>(
    noun: N,
    searchOf: () => PlaceSearch<N>,
    records: readonly RecordOf<N>[],
    odd: readonly RecordOf<N>[],
  ): void {
    test(`give the same pages, cards, measures, removals and places of ${noun}s`, async () => {
      const search = searchOf()
      const expected = naivePlaceSearch(noun, records)
      assert.deepEqual(search.places(), expected.places())
      const queriesOfNoun = new RandomQueries(SEARCHED[noun], records, odd, TODAY)
      let some = 0
      for (const index of indices.slice(0, Math.ceil(count / 2))) {
        const query = queriesOfNoun.query(SEED, index)
        const page = await search.page(query)
        assert.deepEqual(page, await expected.page(query), again(index))
        if (page.total > 0) some++
        if (index % 3 > 0) continue
        const measured = queriesOfNoun.measured(SEED, index)
        assert.deepEqual(
          shownPage(await search.cards(measured)),
          shownPage(await expected.cards(measured)),
          again(index),
        )
        assert.deepEqual(await search.explain(query), await expected.explain(query), again(index))
      }
      if (areAll) assert.ok(some > count / 4, 'the queries find too little')
    })
  }

  test('give the same answers about regions, markets and agents as a file with the remaining records', async () => {
    const trialAgents = () => ({
      homes,
      agents,
      today: TODAY,
      random: new SeededRandom(SEED),
      count: Math.ceil(count / 3),
    })
    const answers = async (of: Catalog) => [await regionAnswers(of, TODAY), await agentAnswers(of, trialAgents())]
    const write = (writer: CatalogWriter) => {
      for (const home of homes) writer.put('home', home)
      for (const agent of agents) writer.put('agent', agent)
      for (const offer of offers) writer.put('offer', offer)
      for (const experience of experiences) writer.put('experience', experience)
    }
    assert.deepEqual(await answers(catalog), await inFile(write, answers))
  })

  test('give the same answers after any changes as a file whose records were put at once', async () => {
    const begin = fc.array(recordChanges, { minLength: 20, maxLength: 40 })
    const commits = fc.array(fc.array(recordChanges, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
    const property = fc.asyncProperty(begin, commits, async (first, later) => {
      const url = await backend.newUrl()
      const left = new Map<string, RecordChange>()
      const change = (changes: readonly RecordChange[]) => {
        const writer = backend.write(url)
        applyChanges(writer, changes, left)
        writer.commit()
      }
      change(first)
      const changed = await backend.read(url)
      for (const each of later) {
        change(each)
        await changed.refresh()
      }
      const seen = await seenIn(changed)
      await changed.close()
      const expected = await inFile(
        (writer) => applyChanges(writer, [...left.values()], new Map()),
        (file) => seenIn(file),
      )
      assert.deepEqual(seen, expected)
    })
    await fc.assert(property, { numRuns: Number(process.env.RUNS ?? 1), endOnFailure: true }) // finding a shorter example would take minutes
  })

  compare('offer', () => catalog.search('offer'), offers, ODD_OFFERS)
  compare('experience', () => catalog.search('experience'), experiences, ODD_EXPERIENCES)

  test('no kind of query reads a whole growing table or a whole index of such a table', async () => {
    const explained = await Explained.connect(url)
    await explained.pretend(1000)
    const explainedCatalog = await backend.over(explained.database)
    try {
      const whole: unknown[] = []
      const [known] = homes.flatMap((home) => knownHome(home) ?? [])
      assert.ok(known !== undefined, 'no home of the sample has all facts that the kinds need')
      for (const { kind, statements } of await runKinds(explainedCatalog, explained, known)) {
        assert.ok(statements.length > 0, `${kind} runs no statement`)
        for (const statement of statements) {
          const plan = await explained.tree(statement)
          if (wholeReads(plan).length > 0) whole.push([kind, wholeReads(plan), statement.text])
        }
      }
      assert.deepEqual(whole, [])
    } finally {
      await explainedCatalog.close()
    }
  })
})

/** Writes a catalog to a file, and returns its answers. */
async function inFile<T>(write: (writer: CatalogWriter) => void, answersOf: (file: Catalog) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-answers-'))
  const newCatalogId = () => '1'.repeat(16)
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
  write(writer)
  writer.commit()
  const file = openCatalog(dataDir, silentLog, trialCards)
  try {
    return await answersOf(file)
  } finally {
    file.close()
    rmSync(dataDir, { recursive: true })
  }
}
