import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { needs, SHARED_DATA } from '../../../test/needs.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { loadMapping } from './mapping-files.ts'
import { runImport } from './run.ts'

const FOLDER = `${SHARED_DATA}/`

suite('published series', needs('shared data'), () => {
  let trial: Trial
  before(() => {
    trial = new Trial()
  })
  after(() => trial.remove())

  const bring = (file: string, mapping: string) =>
    runImport({
      files: [FOLDER + file],
      mapping: loadMapping(mapping),
      openWriter: () => trial.openWriter(),
      gazetteer: loadGazetteer(),
      clock: { now: () => Date.UTC(2026, 0, 1) },
      rejectsPath: trial.rejectsPath,
    })

  for (const [mapping, file, rows, unlisted, rejected = 0] of [
    ['research-metro-home-values', 'Metro_zhvi_uc_sfrcondo_tier_0.33_0.67_sm_sa_month', 896, 39],
    ['research-metro-rents', 'Metro_zori_sm_month', 543, 12],
    ['research-metro-inventory', 'Metro_invt_fs_uc_sfrcondo_sm_month', 928, 54],
    ['research-metro-list-prices', 'Metro_mlp_uc_sfrcondo_sm_month', 925, 53],
    ['research-city-rents', 'City_zori_uc_sfrcondomfr_sm_month_2025', 4017, 0],
    ['research-city-rents-studio', 'City_MedianRentalPrice_Studio_2017', 34, 0],
    ['research-city-rents-1-bedroom', 'City_MedianRentalPrice_1Bedroom_2017', 269, 0],
    ['research-city-rents-2-bedroom', 'City_MedianRentalPrice_2Bedroom_2017', 459, 0],
    ['research-city-rents-3-bedroom', 'City_MedianRentalPrice_3Bedroom_2017', 492, 0],
    ['research-zip-home-values', 'Zip_Zhvi_Summary_AllHomes_2018', 15_437, 0, 1],
  ] as const) {
    test(`${mapping}: every row becomes a series, and outdated regions are reported`, async () => {
      trial.records = new Map()
      const report = await bring(`research/${file}.csv`, mapping)
      assert.deepEqual([report.rowsRead, report.rowsRejected], [rows, rejected])
      const reported = report.reported.find(({ rule }) => rule === 'region.unlisted')
      assert.equal(reported?.rows ?? 0, unlisted)
      assert.equal(trial.all('series').length, rows - rejected)
      if (report.rowsRejected > 0) assert.equal(trial.rejects().length, report.rowsRejected)
    })
  }

  test('the points of a wide table match its cells', async () => {
    const file = 'research/City_MedianRentalPrice_1Bedroom_2017.csv'
    trial.records = new Map()
    await bring(file, 'research-city-rents-1-bedroom')
    const [header = '', ...lines] = readFileSync(FOLDER + file, 'utf8')
      .replaceAll('"', '')
      .trim()
      .split(/\r?\n/)
    const filled = lines
      .flatMap((line) => line.split(',').slice(column(header, '2010-02')))
      .filter((cell) => cell !== '')
    const points = trial.all('series').flatMap((one) => one.points.map(([, value]) => value))
    assert.deepEqual(points, filled.map(Number))
    assert.equal(trial.all('series')[0]?.points.at(-1)?.[0], '2017-06-30')
  })
})

function column(header: string, name: string): number {
  return header.replace('\ufeff', '').split(',').indexOf(name)
}
