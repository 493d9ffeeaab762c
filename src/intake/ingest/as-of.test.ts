import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentIn, momentOfFile } from './as-of.ts'

test('a moment is a day, a month or a time, by default in UTC', () => {
  const moments = [
    ['2026-01', '2026-01-01T00:00:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T06:05', '2026-01-31T06:05:00.000Z'],
    ['2026-01-31T06:05:07Z', '2026-01-31T06:05:07.000Z'],
    ['2026-01-31T23:05-05:00', '2026-02-01T04:05:00.000Z'],
  ] as const
  for (const [text, iso] of moments) {
    assert.deepEqual(momentIn(text), { day: iso.slice(0, 10), ms: Date.parse(iso) }, text)
  }
  for (const text of ['2026', '2026-02-30', '2026-01-31T25:00Z', '2026-01-31 06:05', 'modified'])
    assert.equal(momentIn(text), undefined, text)
})

test('the name of a file contains its day and time, and other words in the name do not matter', () => {
  const at = (fileName: string, file: string) => {
    const moment = momentOfFile({ fileName }, `/feed/${file}`)
    return moment && new Date(moment.ms).toISOString()
  }
  assert.equal(at('flats_YYYY_MM.csv', 'flats_2023_08.csv'), '2023-08-01T00:00:00.000Z')
  assert.equal(at('mls_YYYYMMDD_HHmm.csv', 'mls_20260131_0605.csv'), '2026-01-31T06:05:00.000Z')
  assert.equal(at('mls-YYYY-MM-DD-HH-mm-ss.csv', 'mls-2026-01-31-06-05-07.csv'), '2026-01-31T06:05:07.000Z')
  assert.equal(at('summer_class_YYYY-MM-DD-HH.csv', 'summer_class_2026-01-31-06.csv'), '2026-01-31T06:00:00.000Z')
  assert.throws(() => at('mls_YYYYMMDD.csv', 'mls_2026-01-31.csv'), /The name of "mls_2026-01-31\.csv" has no date/)
})
