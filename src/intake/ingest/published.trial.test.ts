import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { needs, SHARED_DATA } from '../../../test/needs.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { loadMapping } from './mapping-files.ts'
import { runImport } from './run.ts'

const FOLDER = `${SHARED_DATA}/`

suite('published files', needs('shared data'), () => {
  let trial: Trial
  before(() => {
    trial = new Trial()
  })
  after(() => trial.remove())

  const bring = (file: string, mapping: string, name = file) => {
    const path = name === file ? `${FOLDER}${file}` : trial.file(changed(file, name), name)
    return runImport({
      files: [path],
      mapping: loadMapping(mapping),
      openWriter: () => trial.openWriter(),
      gazetteer: loadGazetteer(),
      clock: { now: () => Date.UTC(2026, 0, 1) },
      rejectsPath: trial.rejectsPath,
    })
  }

  const broken = new Map<string, (text: string) => string | Buffer>()
  const changed = (file: string, name: string) => (broken.get(name) ?? String)(readFileSync(FOLDER + file, 'utf8'))

  test('3,142 counties get their composite score, despite FIPS codes without leading zeros', async () => {
    const file = 'climate/NRI_Table_Counties.csv'
    const report = await bring(file, 'fema-risk-index')
    assert.deepEqual([report.rowsRead, report.rowsRejected], [3142, 0])
    const scores = trial.all('climate')
    assert.equal(new Set(scores.map(({ areaId }) => areaId)).size, 3142)
    assert.deepEqual([scores.length, new Set(scores.map(({ peril }) => peril))], [3142, new Set(['overall'])])
    const king = scores.find(({ areaId }) => areaId === '53033')
    const [header = '', ...lines] = readFileSync(FOLDER + file, 'utf8')
      .trim()
      .split('\n')
    const cells = lines.map((line) => line.split(',')).find((line) => line[column(header, 'STCOFIPS')] === '53033')
    assert.equal(king?.score, Number(cells?.[column(header, 'RISK_SCORE')]))
    const again = await bring(file, 'fema-risk-index')
    assert.equal(again.counts.unchanged, 3142)
    assert.equal(trial.ending, 'rollback')
  })

  test('2,793 weeks of the mortgage survey are imported, without the heading and the disclaimer', async () => {
    const report = await bring('mortgage/pmms_historicalweeklydata.csv', 'mortgage-survey')
    assert.deepEqual([report.rowsRead, report.rowsRejected, report.reported.length], [2793, 0, 0])
    const byProduct = Map.groupBy(trial.all('rate'), ({ product }) => product)
    const shape = [...byProduct].map(([product, rates]) => [product, rates.length, rates[0]?.date, rates.at(-1)?.date])
    assert.deepEqual(shape[0], ['30_Year_Fixed_Conforming', 2793, '1971-04-02', '2024-10-03'])
    assert.deepEqual([...byProduct.keys()].sort(), [
      '15_Year_Fixed_Conforming',
      '30_Year_Fixed_Conforming',
      '5_1_ARM_Conforming',
    ])
    const last = byProduct.get('30_Year_Fixed_Conforming')?.at(-1)
    assert.deepEqual([last?.rate, last?.points], [6.12, undefined])
  })

  test('a file that is cut off, lacks a column or has another format is not imported at all', async () => {
    const survey = 'mortgage/pmms_historicalweeklydata.csv'
    broken.set('quote.csv', (text) => text.slice(0, -300))
    broken.set('column.csv', (text) => text.replace('Week,FRM,points', 'Week,points,FRM'))
    broken.set('empty.csv', () => '')
    broken.set('heading.csv', (text) => text.split(/\r?\n/).slice(0, 7).join('\n'))
    const before = [trial.records, trial.homes]
    await assert.rejects(
      bring(survey, 'mortgage-survey', 'quote.csv'),
      /a quote is opened and never closed; nothing was imported/,
    )
    await assert.rejects(bring(survey, 'mortgage-survey', 'column.csv'), /There is no column "U\.S\. 30 yr FRM"/)
    await assert.rejects(bring(survey, 'mortgage-survey', 'empty.csv'), /is empty: expected a header and rows/)
    await assert.rejects(bring(survey, 'mortgage-survey', 'heading.csv'), /has a header and no rows/)
    await assert.rejects(bring(survey, 'research-city-rents'), /There is no column "RegionName"/)
    assert.deepEqual([trial.records, trial.homes], before)
  })
})

function column(header: string, name: string): number {
  return header.replace('\ufeff', '').split(',').indexOf(name)
}
