import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEARCHED } from '../../src/catalog/facts/searched.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { DAY_MS } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import type { HomeColumnName } from '../../src/model/home-columns.ts'
import { shownHome } from '../../src/model/shown-home.ts'
import { shownPage } from '../catalog/shown-page.ts'
import { trialCards } from '../catalog/trial.ts'
import { type Questions, SEED } from '../long-run.ts'
import { gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { columnNames } from './known-record.ts'
import { naiveHomeSearch, naiveNearest } from './naive.ts'
import { ODD_HOMES } from './odd-homes.ts'
import { RandomQueries } from './random-query.ts'

const SAMPLE_HOMES = 600

const COUNTED = [...(columnNames(SEARCHED.home) as HomeColumnName[]), 'zipcode' as const]

/**
 * Returns the homes with which backends are compared: a sample, and all odd homes. Also returns the records that their
 * search results name.
 */
export async function trialHomes() {
  const { records } = await gatherSample(SAMPLE_HOMES)
  const homes = [...records.home, ...ODD_HOMES]
  const { agent: agents, office: offices, building: buildings } = records
  return {
    homes,
    write(writer: Pick<CatalogWriter, 'put'>): void {
      for (const agent of agents) writer.put('agent', agent)
      for (const office of offices) writer.put('office', office)
      for (const building of buildings) writer.put('building', building)
      for (const home of homes) writer.put('home', home)
    },
    oracle: naiveHomeSearch(homes.map(shownHome), trialCards, { agents, offices, buildings }),
    oracleNear: naiveNearest(homes.map(shownHome)),
    queries: new RandomQueries(SEARCHED.home, homes, ODD_HOMES, Math.floor(TRIAL_NOW_MS / DAY_MS)),
  }
}

export interface ComparedHomes {
  readonly catalog: PostgresCatalog
  readonly trial: Omit<Awaited<ReturnType<typeof trialHomes>>, 'write' | 'homes'> & { readonly homes: readonly Home[] }
}

/** Compares searches of homes with the oracle. */
export function compareHomes({ indices, areAll, again }: Questions, compared: () => ComparedHomes): void {
  test('give the same pages, results, measures and totals to random queries', async (context) => {
    const { catalog, trial } = compared()
    const { oracle, queries } = trial
    let some = 0
    for (const index of indices) {
      const query = queries.query(SEED, index)
      const page = await catalog.search('home').page(query)
      assert.deepEqual(page, await oracle.page(query), again(index))
      if (page.total > 0) some++
      const measured = index % 2 === 0 ? query : queries.measured(SEED, index)
      assert.deepEqual(
        shownPage(await catalog.search('home').cards(measured)),
        shownPage(await oracle.cards(measured)),
        again(index),
      )
    }
    context.diagnostic(`${some} queries found homes`)
    if (areAll) assert.ok(some > indices.length / 3, 'the queries ask too little')
  })

  test('exclude the same numbers of homes by each condition, give the same counts, and find the same homes nearest to a point', async () => {
    const { catalog, trial } = compared()
    const { homes, oracle, oracleNear, queries } = trial
    for (const index of indices.slice(0, Math.ceil(indices.length / 3))) {
      const query = queries.query(SEED, index)
      assert.deepEqual(await catalog.search('home').explain(query), await oracle.explain(query), again(index))
      const by = COUNTED[index % COUNTED.length] ?? 'zipcode'
      assert.deepEqual(await catalog.search('home').countBy(query, by), await oracle.countBy(query, by), again(index))
      const point = homes[(index * 7919) % homes.length]?.point ?? { latitude: 0, longitude: 0 }
      const near = { listingClass: query.listingClass, where: query.where, limit: query.limit, point }
      assert.deepEqual(await catalog.near.select(near, COUNTED), await oracleNear.select(near, COUNTED), again(index))
    }
  })
}
