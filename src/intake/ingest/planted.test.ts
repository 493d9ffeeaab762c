import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Imports } from '../../../test/ingest/homes-of.ts'
import { plant, scoreOf, thinned } from '../../../test/ingest/planted.ts'
import { largeSample } from '../../../test/sample/homes.ts'
import { HomeRecords } from './home-records.ts'

/** Number of homes. With fewer, one building would often have two planted records, which affect each other. */
const HOMES = 1500
const PLANTED = 200

const imports = new Imports()
after(() => imports.remove())

test('99.5 % of merged records describe the home that they joined, and 98 % of records of the same home are merged', async () => {
  const sample = thinned((await largeSample(HOMES, 3)).home)
  const writer = imports.writer()
  try {
    const homes = new HomeRecords(writer)
    for (const home of sample)
      assert.equal(homes.put(home, undefined), undefined, 'homes of the sample are all different')
    const planted = plant(sample, PLANTED, 7)
    const joined = new Map(planted.map(({ record }) => [record, homes.put(record, undefined)]))
    const score = scoreOf(planted, (record) => (joined.get(record) ? homes.homeOf(record.zpid) : undefined))
    assert.ok(score.precision >= 0.995, `precision ${score.precision}: ${JSON.stringify([...score.wrong])}`)
    assert.ok(score.recall >= 0.98, `recall ${score.recall}: ${JSON.stringify([...score.wrong])}`)
  } finally {
    writer.rollback()
  }
})
