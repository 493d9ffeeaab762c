import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { Trial } from '../../../../test/ingest/trial.ts'
import { loadMapping } from '../mapping-files.ts'

/** Mappings with several records per row: rates and climate scores. */
const RATES = `
name: survey
source: survey
noun: rate
format: { type: csv, skip: 1, until: The end }
fields:
  RateDate: { column: week, format: M/D/YYYY }
records:
  - Product: { constant: 30_Year_Fixed_Conforming }
    Rate: r30
    DiscountPoints: p30
  - Product: { constant: 15_Year_Fixed_Conforming }
    Rate: r15
`
const RATES_HEADER = 'Survey\nweek,r30,p30,r15\n'

const SCORES = `
name: scores
source: agency
noun: climate
fields:
  CountyFips: { column: fips, pad: 5 }
  ScaleMin: { constant: 0 }
  ScaleMax: { constant: 100 }
  ScoreUnit: { constant: points }
  Vintage: year
records:
  - { Peril: { constant: flood }, ScoreName: { constant: Coast }, Score: coast, Explanation: { constant: Of the sea. } }
  - { Peril: { constant: flood }, ScoreName: { constant: River }, Score: river, Explanation: { constant: Of rivers. } }
`

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

test('a row gives one record per product, and the history is kept', async () => {
  const rows = '4/2/1971,7.33, ,\n4/9/1971,7.31,0.9,5\nThe end of it,,,\n1/1/1972,9,,\n'
  const report = await trial.run(RATES_HEADER + rows, RATES)
  assert.deepEqual(
    trial.all('rate').map(({ rateId, rate, points }) => [rateId, rate, points]),
    [
      ['30_Year_Fixed_Conforming/1971-04-02', 7.33, undefined],
      ['30_Year_Fixed_Conforming/1971-04-09', 7.31, 0.9],
      ['15_Year_Fixed_Conforming/1971-04-09', 5, undefined],
    ],
  )
  assert.deepEqual([report.rowsRead, report.rowsUsed], [2, 2])
  const again = await trial.run(RATES_HEADER + rows, RATES)
  assert.deepEqual(again.counts, { new: 0, changed: 0, unchanged: 3, removed: 0, gone: 0 })
  assert.equal(trial.ending, 'rollback')
})

test('a row with one unusable record is rejected as a whole', async () => {
  const rows =
    '4/2/1971,7,,99\n4/9/1971,,1,5\n4/16/1971,,,\n4/16/2027,7,,\n13/1/1971,7,,\n4/23/1971,7,,\n4/23/1971,8,,\n4/30/1971,7,11,\n'
  const report = await trial.run(RATES_HEADER + rows, RATES)
  assert.deepEqual(report.rejected.map(({ rule }) => rule).sort(), [
    'Rate.missing',
    'RateDate.unreadable',
    'date.future',
    'points.range',
    'rate.range',
    'row.nothing',
    'row.twice',
  ])
  assert.deepEqual(
    trial.all('rate').map(({ rateId }) => rateId),
    ['30_Year_Fixed_Conforming/1971-04-23'],
  )
})

test('several scores of one peril are stored; FIPS codes of unknown states are rejected, those of unknown counties stored', async () => {
  const report = await trial.run(
    'fips,year,coast,river\n53033,2021-11,12.5,3\n53033,2021-11,,3\n99001,2021,1,2\n53999,2021,1,\n',
    SCORES,
  )
  assert.deepEqual(
    trial.all('climate').map(({ scoreId, score }) => [scoreId, score]),
    [
      ['county/53033/flood/Coast', 12.5],
      ['county/53033/flood/River', 3],
      ['county/53999/flood/Coast', 1],
    ],
  )
  assert.match(trial.rejects()[0] ?? '', /,4,county\.unknown,"?unknown county ""?99001/)
  assert.equal(report.rowsRejected, 1)
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['county.unlisted', 1]],
  )
})

test('a newer vintage replaces an older one, never the reverse', async () => {
  const file = (year: string, score: number) => `fips,year,coast,river\n53033,${year},${score},\n`
  await trial.run(file('2021-11', 10), SCORES)
  await trial.run(file('2023', 20), SCORES)
  const report = await trial.run(file('2021-11', 10), SCORES)
  assert.equal(trial.all('climate')[0]?.score, 20)
  assert.deepEqual(report.counts, { new: 0, changed: 0, unchanged: 1, removed: 0, gone: 0 })
})

test('scores outside their scale and vintages that cannot be compared are rejected', async () => {
  const report = await trial.run('fips,year,coast,river\n53033,2021,101,\n53033,Nov 2021,1,\n', SCORES)
  assert.deepEqual(report.rejected.map(({ rule }) => rule).sort(), ['score.range', 'vintage.form'])
})

test('the hazard index gives a score for each hazard of a county, under its peril', async () => {
  const columns = ['CFLD', 'RFLD', 'WFIR', 'HWAV', 'HRCN', 'TRND', 'SWND']
  const header = ['STCOFIPS', ...columns.flatMap((prefix) => [`${prefix}_RISKS`, `${prefix}_RISKR`])].join(',')
  const cells = ['53033', '', '', '12.5', 'Low', '3', 'Very Low', '4', '', '', '', '6', '', '7', ''].join(',')
  await trial.run(`\ufeff${header}\n${cells}\n`, loadMapping('fema-risk-index-hazards'))
  assert.deepEqual(
    trial.all('climate').map(({ peril, hazard, score, rating }) => [peril, hazard, score, rating]),
    [
      ['flood', 'riverine flooding', 12.5, 'Low'],
      ['fire', 'wildfire', 3, 'Very Low'],
      ['heat', 'heat wave', 4, undefined],
      ['wind', 'tornado', 6, undefined],
      ['wind', 'strong wind', 7, undefined],
    ],
  )
})
