import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { SALES_HEADER, SALES_MAPPING, Trial } from '../../../test/ingest/trial.ts'
import { readMapping } from './mapping.ts'
import type { Settled } from './noun.ts'
import { importNounOf } from './nouns.ts'
import { type KeyedFile, readKeyTimes } from './repeated-keys.ts'
import { openSource } from './sources/open.ts'
import type { Source } from './sources/source.ts'

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

function fileOf(keys: readonly (string | undefined)[], name = 'keys.csv'): KeyedFile {
  const file = trial.file('', name)
  const source: Source = {
    file,
    columns: ['key'],
    bytesTotal: 0,
    bytesRead: () => 0,
    async *rows() {
      yield* keys.map((key, i) => ({ line: i + 2, cells: key === undefined ? [] : [key] }))
    },
    close() {},
  }
  return { file, bytesTotal: 0, open: async () => source, keyOf: ([key]) => key }
}

const KEYS = fc.array(
  fc.option(fc.oneof(fc.nat(20).map(String), fc.string(), fc.constantFrom('ż', '\u0000')), { nil: undefined }),
)

test('the number of rows of each key is counted over all files', async () => {
  await fc.assert(
    fc.asyncProperty(KEYS, KEYS, async (one, other) => {
      const times = await readKeyTimes([fileOf(one), fileOf(other, 'other.csv')], () => {}, 0)
      const all = [...one, ...other]
      for (const key of all) {
        if (key !== undefined) assert.equal(times?.timesOf(key), all.filter((each) => each === key).length)
      }
    }),
    { numRuns: 40 },
  )
})

test('hardly any of many different keys are confused', async () => {
  const keys = Array.from({ length: 30_000 }, (_, i) => String(1_000_000_000 + i * 7))
  const times = await readKeyTimes([fileOf([...keys, '5', '5'])], () => {}, 0)
  assert.ok(keys.filter((key) => times?.timesOf(key) !== 1).length <= 2)
  assert.equal(times?.timesOf('5'), 2)
})

test('small files and irregular files are not read ahead', async () => {
  assert.equal(await readKeyTimes([fileOf(['1'])], () => {}), undefined)
  assert.equal(await readKeyTimes([{ ...fileOf(['1']), file: '/dev/null' }], () => {}, 0), undefined)
})

test('a record is written as soon as its last row is read, and then leaves the batch; the others stay', async () => {
  const writer = trial.openWriter()
  const times = { timesOf: (key: string) => ({ once: 1, thrice: 3 })[key] ?? 2 }
  const batch = importNounOf('climate').begin(writer, times)
  const file = {
    fileNumber: 0,
    source: 'test',
    complete: false,
    partial: false,
    nowMs: 0,
    gazetteer: {
      zip: () => undefined,
      hasCity: () => true,
      county: () => undefined,
      countiesNamed: () => [],
      around: () => undefined,
      zipsAround: () => [],
      zipsOfCity: () => [],
    },
  }
  const take = (sourceKey: string, score: number) => {
    const record = {
      PropertyId: sourceKey,
      Peril: 'flood',
      ScoreName: 'risk',
      Score: score,
      ScaleMin: 0,
      ScaleMax: 10,
      ScoreUnit: 'points',
      Vintage: '2026',
      Explanation: 'a test',
    }
    batch.take([{ sourceKey, record, other: {}, points: [], findings: [], mapped: new Set() }], file)
  }
  const outcomes = (settled: Iterable<Settled>) => [...settled].map(({ outcome, isLast }) => [outcome, isLast])
  take('once', 1)
  take('twice', 2)
  assert.deepEqual(outcomes(batch.settleWhole()), [['new', true]])
  assert.equal(batch.rows, 1)
  take('thrice', 3)
  take('twice', 2)
  assert.deepEqual(outcomes(batch.settleWhole()), [['new', true]])
  assert.deepEqual(outcomes(batch.settleWhole()), [])
  assert.equal(batch.rows, 1)
  assert.deepEqual(outcomes(batch.settle()), [['new', undefined]])
  take('thrice', 3)
  take('thrice', 3)
  take('thrice', 3)
  assert.deepEqual(outcomes(batch.settleWhole()), [['unchanged', false]])
  assert.equal(batch.rows, 0)
})

test('reading ahead does not change the result of an import, however far apart the rows of a home are', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => {
    const id = i % 100 === 0 ? i % 700 : i
    return `${id},98103,20${10 + (i % 9)}-05-02,${100_000 + i},${i % 5}\n`
  })
  const content = SALES_HEADER + rows.join('')
  const { seconds: _one, ...plain } = await trial.run(content)
  const homes = [...trial.homes].sort(([a], [b]) => a - b)
  trial.homes.clear()
  const { seconds: _other, ...ahead } = await trial.run(content, SALES_MAPPING, { readAheadFromBytes: 0 })
  assert.deepEqual(ahead, plain)
  assert.deepEqual(
    [...trial.homes].sort(([a], [b]) => a - b),
    homes,
  )
  trial.homes.clear()
  const { seconds: _replaced, ...replaced } = await trial.run(content, SALES_MAPPING, {
    readAheadFromBytes: 0,
    openFile: async (file, columns) => {
      const source = await openSource(file, readMapping(SALES_MAPPING, 'sales.yaml').format, columns)
      renameSync(trial.file(`${SALES_HEADER}0,98103,2010-05-02,1,1\n`, 'next.csv'), file)
      return source
    },
  })
  assert.deepEqual(replaced, plain, 'also when another file is put in its place between the two readings')
})
