import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { inspect } from 'node:util'
import { trialCards } from '../../../test/catalog/trial.ts'
import { writeInSegments } from '../../../test/catalog/write-in-segments.ts'
import { questionsOf, SEED } from '../../../test/long-run.ts'
import { queriesOver, searchedRecords } from '../../../test/search/searched-records.ts'
import { silentLog } from '../../kit/base/log.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { shownHome } from '../../model/shown-home.ts'
import { type NounDescription, SEARCHED, SEARCHED_NOUNS } from '../facts/searched.ts'
import { openCatalog } from '../opening/open.ts'
import type { Query } from '../ports/query.ts'
import { matcherOf } from './matcher.ts'

const { count, indices, again } = questionsOf('matching', 20_000, 2_000)

suite(`matchers and searches of an embedded catalog (SEED=${SEED})`, async () => {
  const records = await searchedRecords(SEED)
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-matching-'))
  writeInSegments(dataDir, trialCards, SEARCHED_NOUNS, [
    (writer) => {
      for (const home of records.home) writer.put('home', home)
      for (const offer of records.offer) writer.put('offer', offer)
      for (const experience of records.experience) writer.put('experience', experience)
    },
  ])
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  after(() => {
    catalog.close()
    rmSync(dataDir, { recursive: true })
  })

  function agree<N extends SearchedNoun>(
    noun: N,
    all: readonly RecordOf<N>[],
    find: (query: Query<N>) => Promise<readonly number[]>,
  ): void {
    test(`a matcher and a search find the same ${noun}s, for ${count} random queries`, async () => {
      const queries = queriesOver(noun, all)
      const { keyOf }: NounDescription<N> = SEARCHED[noun]
      for (const index of indices) {
        const { after: _, ...query } = queries.query(SEED, index)
        const whole = { ...query, offset: 0, limit: all.length, grouped: false } as Query<N> // the same type, with another page
        const expected = (await find(whole)).toSorted((one, other) => one - other)
        const matching = all.filter(matcherOf(noun, query)).map(keyOf)
        const shown = `${again(index)}: ${inspect(query.where, { depth: null })}`
        assert.deepEqual(
          matching.toSorted((one, other) => one - other),
          expected,
          shown,
        )
      }
    })
  }
  agree('home', records.home.map(shownHome), async (query) => {
    const { hits } = await catalog.search('home').page(query)
    return hits.flatMap((hit) => (hit.kind === 'home' ? [hit.zpid] : []))
  })
  agree('offer', records.offer, async (query) => (await catalog.search('offer').page(query)).keys)
  agree('experience', records.experience, async (query) => (await catalog.search('experience').page(query)).keys)
})
