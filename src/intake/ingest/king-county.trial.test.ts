import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { needs, SHARED_DATA } from '../../../test/needs.ts'
import type { Home } from '../../model/home.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { loadMapping } from './mapping-files.ts'
import type { Report } from './report.ts'
import { runImport } from './run.ts'

const FILE = join(SHARED_DATA, 'king-county/kc_house_data.csv')

suite('the King County sales', needs('shared data'), () => {
  let trial: Trial
  let report: Report
  let homes: readonly Home[]

  const run = () =>
    runImport({
      files: [FILE],
      mapping: loadMapping('king-county'),
      openWriter: () => trial.openWriter(),
      gazetteer: loadGazetteer(),
      clock: { now: () => Date.UTC(2026, 0, 1) },
      rejectsPath: trial.rejectsPath,
    })

  before(async () => {
    trial = new Trial()
    report = await run()
    homes = [...trial.homes.values()]
  })
  after(() => trial.remove())

  test('21,613 rows become 21,436 homes and as many sales as rows; no row is lost', () => {
    assert.deepEqual([report.rowsRead, report.rowsUsed, report.rowsRejected], [21_613, 21_613, 0])
    assert.deepEqual(report.homes, { new: 21_436, changed: 0, unchanged: 0 })
    assert.deepEqual([report.sales, report.salesNew], [21_613, 21_613])
    assert.deepEqual(report.columnsNotUsed, [])
  })

  test('176 homes have several sales, oldest first, and the facts of the latest sale', () => {
    const resold = homes.filter(({ history }) => history.length > 1)
    assert.equal(
      homes.reduce((sum, { history }) => sum + history.length, 0),
      21_613,
    )
    assert.deepEqual([resold.length, resold.filter(({ history }) => history.length === 3).length], [176, 1])
    for (const { history, listing } of resold) {
      assert.deepEqual(
        history.map(({ date }) => date),
        history.map(({ date }) => date).toSorted(),
      )
      assert.deepEqual([history.at(-1)?.date, history.at(-1)?.price], [listing?.closeDate, listing?.closePrice])
    }
    assert.deepEqual(
      trial.homes.get(6_021_501_535)?.history.map(({ date, price }) => [date, price]),
      [
        ['2014-07-25', 430_000],
        ['2014-12-23', 700_000],
      ],
    )
  })

  test('the house of 33 bedrooms is imported and reported, and few homes are reported as sold together', () => {
    assert.deepEqual(
      report.reported.map(({ rule, rows }) => [rule, rows]),
      [
        ['sale.package', 7],
        ['BedroomsTotal.above', 1],
      ],
    )
    assert.equal(trial.homes.get(2_402_100_895)?.facts.bedroomsTotal, 33)
  })

  test('every home is closed, has coordinates, and is in King County by its ZIP', () => {
    for (const home of homes) {
      assert.equal(home.listing?.status, 'Closed')
      assert.ok(home.point)
      assert.deepEqual([home.address.state, home.address.county, home.address.countyFips], ['WA', 'King', '53033'])
      assert.match(home.parcelNumber ?? '', /^\d{10}$/)
      assert.equal(Number(home.parcelNumber), home.zpid)
    }
  })

  test('a house without a basement is recorded as having none; one with a basement has its area', () => {
    const { basement, belowGradeFinishedArea } = trial.homes.get(2_402_100_895)?.facts ?? {}
    assert.deepEqual([basement, belowGradeFinishedArea], ['finished', 580])
    for (const { facts } of homes) assert.equal(facts.basement === 'none', facts.belowGradeFinishedArea === undefined)
  })

  test('importing the file again changes nothing', async () => {
    const again = await run()
    assert.deepEqual([again.homes, again.salesNew], [{ new: 0, changed: 0, unchanged: 21_436 }, 0])
  })
})
