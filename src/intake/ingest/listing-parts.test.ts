import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import type { Listing } from '../../model/home.ts'
import { momentIn } from './as-of.ts'
import { Rejection } from './finding.ts'
import { readMapping } from './mapping.ts'
import { loadMapping } from './mapping-files.ts'
import type { FileContext } from './noun.ts'
import { importNounOf } from './nouns.ts'
import { onlyDeletes } from './only-deletes.ts'
import type { ImportOptions } from './run.ts'

let trial: Trial
beforeEach(async () => {
  trial?.remove()
  trial = new Trial()
  await bringHomes()
})
after(() => trial.remove())

const HOMES = `
name: homes
source: reso
key: ListingKey
fields:
  HomeType: { constant: CONDO }
  PostalCode: { constant: '98103' }
  StandardStatus: { constant: Active }
  ListPrice: ListPrice
  PhotoURLs: { column: PhotoURLs, optional: true }
`

function bringHomes(rows = 'k1,5\nk2,6\n', header = 'ListingKey,ListPrice') {
  return trial.run(`${header}\n${rows}`, HOMES)
}

const MEDIA = 'ResourceRecordKey,MediaKey,MediaURL,Order'

function media(rows: readonly string[], columns = '', options: Partial<ImportOptions> = {}) {
  const header = columns === '' ? MEDIA : `${MEDIA},${columns}`
  return trial.run(`${[header, ...rows].join('\n')}\n`, loadMapping('reso-media'), options)
}

function listingOf(sourceKey: string): Listing | undefined {
  return [...trial.homes.values()].find((home) => home.sourceKey === sourceKey)?.listing
}

/** Returns the keys of a home's pictures in display order. */
function picturesOf(sourceKey: string): readonly (string | undefined)[] {
  return (listingOf(sourceKey)?.photos ?? []).map(({ key }) => key)
}

/** Returns the row of the picture `m1`. */
function picture(home: string, key: string, order: number | string = '', rest = ''): string {
  return `${home},${key},https://a.example/${key},${order}${rest === '' ? '' : `,${rest}`}`
}

test('pictures from a separate file are added to their homes, in order, preferred picture first', async () => {
  const rows = [picture('k1', 'c', 3), picture('k1', 'a', 1), picture('k2', 'x'), picture('k1', 'p', 2)]
  const report = await media(
    rows.map((row) => `${row},${row.includes(',p,')}`),
    'PreferredPhotoYN',
  )
  assert.deepEqual([picturesOf('k1'), picturesOf('k2')], [['p', 'a', 'c'], ['x']])
  assert.deepEqual(listingOf('k1')?.photos?.[1], { key: 'a', order: 1, url: 'https://a.example/a' })
  assert.deepEqual([report.noun, report.counts.new, report.rowsRejected], ['media', 4, 0])
})

test('a later file replaces pictures with the same keys and leaves others, and changes nothing the second time', async () => {
  await media([picture('k1', 'a', 1), picture('k1', 'b', 2), picture('k2', 'x', 1)])
  const rows = [picture('k1', 'b', 0), picture('k1', 'c', 3)]
  const later = await media(rows)
  assert.deepEqual([later.counts.new, later.counts.changed, later.counts.unchanged], [1, 1, 0])
  assert.deepEqual([picturesOf('k1'), picturesOf('k2')], [['b', 'a', 'c'], ['x']])
  const again = await media(rows)
  assert.deepEqual([again.counts.unchanged, trial.ending], [2, 'rollback'])
})

test('several rows of one picture are one picture, whichever batches they are in', async () => {
  const rows = Array.from({ length: 6 }, (_, i) => picture('k1', i % 2 ? 'a' : 'b', i))
  for (const readAheadFromBytes of [0, 1e9]) {
    trial.homes = new Map()
    await bringHomes()
    const { counts, rows: told } = await media(rows, '', { readAheadFromBytes })
    assert.deepEqual([counts.new, told[0]?.new, told[0]?.merged], [2, 2, 4])
    assert.deepEqual(
      listingOf('k1')?.photos?.map(({ order }) => order),
      [4, 5],
    )
  }
})

test('a home keeps its pictures and open houses if its own file is imported again without them', async () => {
  await media([picture('k1', 'a', 1)])
  await openHouses(['k1,o1,2026-01-31T12:00:00Z,2026-01-31T14:00:00Z,,'])
  await bringHomes('k1,7\n')
  assert.deepEqual([listingOf('k1')?.listPrice, picturesOf('k1'), listingOf('k1')?.openHouses?.length], [7, ['a'], 1])
})

test('pictures with keys replace pictures from the home’s own row, and vice versa', async () => {
  const header = 'ListingKey,ListPrice,PhotoURLs'
  await bringHomes('k1,5,https://a.example/own\n', header)
  await media([picture('k1', 'a', 1)])
  assert.deepEqual(picturesOf('k1'), ['a'])
  await bringHomes('k1,5,https://a.example/own\n', header)
  assert.deepEqual(listingOf('k1')?.photos, [{ url: 'https://a.example/own' }])
})

test('a picture that may not be shown is not stored, and is deleted if it was', async () => {
  const columns = 'Permission,MediaStatus,MediaCategory,MlgCanView'
  await media(
    ['a', 'b', 'c', 'd', 'e'].map((key) => picture('k1', key, 1, 'Public,Active,Photo,true')),
    columns,
  )
  const report = await media(
    [
      picture('k1', 'a', 1, 'Private,,Photo,'),
      picture('k1', 'b', 1, ',Deleted,Photo,'),
      picture('k1', 'c', 1, ',,Floor Plan,'),
      picture('k1', 'd', 1, ',,,false'),
      picture('k1', 'e', 1, '"Private,IDX",,Property Photo,true'),
      picture('k1', 'never', 1, 'Private,,Photo,'),
    ],
    columns,
  )
  assert.deepEqual(picturesOf('k1'), ['e'])
  assert.deepEqual([report.counts.removed, report.deletesUnknown, report.rows[0]?.removed], [4, 1, 5])
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['part.withheld', 5]],
  )
})

test('rows of unknown homes, or of homes of another source, are counted and reported', async () => {
  const other = { ...loadMapping('reso-media'), source: 'other' }
  const report = await media([picture('k1', 'a', 1), picture('k9', 'b', 1), picture('k8', 'c', 1)])
  assert.deepEqual([report.rowsUsed, report.rowsRejected, report.rejected[0]?.rule], [1, 2, 'home.unknown'])
  const foreign = await trial.run(`${MEDIA}\n${picture('k1', 'z')}\n`, other)
  assert.deepEqual([foreign.refused, foreign.rejected[0]?.rule, picturesOf('k1')], [true, 'home.unknown', ['a']])
})

test('pictures of agents and offices are excluded, because their keys may equal keys of homes', async () => {
  const report = await media([picture('k1', 'a', 1, 'Member'), picture('k1', 'b', 1, 'Property')], 'ResourceName')
  assert.deepEqual([picturesOf('k1'), report.rowsLeftOut], [['b'], 1])
})

test('a row of an earlier moment neither replaces nor deletes newer data', async () => {
  const columns = 'ModificationTimestamp,MediaStatus'
  await media([picture('k1', 'a', 1, '2026-01-02T00:00:00Z,'), picture('k1', 'b', 2, '2026-01-02T00:00:00Z,')], columns)
  const report = await media(
    [picture('k1', 'a', 9, '2026-01-01T00:00:00Z,'), picture('k1', 'b', 2, '2026-01-01T00:00:00Z,Deleted')],
    columns,
  )
  assert.deepEqual([picturesOf('k1'), report.counts.unchanged], [['a', 'b'], 1])
  assert.ok(report.reported.some(({ rule }) => rule === 'delete.older'))
  await media(
    [picture('k1', 'b', 2, '2026-01-03T00:00:00Z,Deleted'), picture('k1', 'b', 2, '2026-01-02T12:00:00Z,')],
    columns,
  )
  assert.deepEqual(picturesOf('k1'), ['a'])
})

test('a file of keys deletes the picture in each row', async () => {
  await media([picture('k1', 'a', 1), picture('k1', 'b', 2), picture('k2', 'a', 1)])
  const gone = 'ResourceRecordKey,MediaKey\nk1,a\nk1,unknown\nk9,a\n'
  const report = await trial.run(gone, onlyDeletes(loadMapping('reso-media')))
  assert.deepEqual([picturesOf('k1'), picturesOf('k2')], [['b'], ['a']])
  assert.deepEqual([report.counts.removed, report.deletesUnknown], [1, 2])
})

test('a complete list deletes the pictures of its source that it does not name, but refuses to delete most', async () => {
  const mapping = { ...loadMapping('reso-media'), complete: true }
  const list = (keys: readonly string[], day: string) =>
    trial.run(`${MEDIA}\n${keys.map((key) => picture('k1', key, 1)).join('\n')}\n`, mapping, { asOf: momentIn(day) })
  const keys = Array.from({ length: 40 }, (_, i) => `p${i + 10}`)
  await media([picture('k2', 'x', 1)])
  await list(keys, '2026-01-01')
  assert.deepEqual([picturesOf('k1').length, picturesOf('k2')], [40, []])
  const next = await list(keys.slice(5), '2026-01-02')
  assert.deepEqual([next.counts.gone, next.counts.unchanged, picturesOf('k1').length], [5, 35, 35])
  await assert.rejects(
    list(keys.slice(30), '2026-01-03'),
    /of the pictures of a source; this list has 10 of source "reso" and would remove the 25 others/,
  )
  await assert.rejects(list(keys, '2026-01-01'), /is dated 2026-01-01 00:00 UTC, but the catalog already has a list/)
  const late = await media([picture('k1', 'p10', 1), picture('k1', 'p20', 1)], '', { asOf: momentIn('2026-01-01') })
  assert.deepEqual([late.rejected[0]?.rule, late.rowsUsed, picturesOf('k1').length], ['row.older', 1, 35])
})

test('an older file of keys deletes no picture that a newer complete list names', async () => {
  const mapping = { ...loadMapping('reso-media'), complete: true }
  const list = (keys: readonly string[], day: string) =>
    trial.run(`${MEDIA}\n${keys.map((key) => picture('k1', key)).join('\n')}\n`, mapping, { asOf: momentIn(day) })
  const deletes = (day: string) =>
    trial.run('ResourceRecordKey,MediaKey\nk1,a\n', onlyDeletes(mapping), { asOf: momentIn(day) })
  await list(['a'], '2026-01-01')
  await list(['a', 'b'], '2026-01-10')
  const late = await deletes('2026-01-05')
  assert.deepEqual([picturesOf('k1'), late.reported.map(({ rule }) => rule)], [['a', 'b'], ['delete.older']])
  await deletes('2026-01-11')
  assert.deepEqual(picturesOf('k1'), ['b'])
})

test('an older file of keys deletes no home that a newer complete list names', async () => {
  const mapping = { ...readMapping(HOMES, 'homes.yaml'), complete: true }
  const list = (rows: string, day: string, how = mapping) =>
    trial.run(`ListingKey,ListPrice\n${rows}`, how, { asOf: momentIn(day) })
  const keys = () => [...trial.homes.values()].map(({ sourceKey }) => sourceKey)
  await list('k1,5\nk2,6\n', '2026-01-01')
  await list('k1,5\nk2,6\nk3,7\n', '2026-01-10')
  const late = await list('k1,5\n', '2026-01-05', onlyDeletes(mapping))
  assert.deepEqual([keys(), late.reported.map(({ rule }) => rule)], [['k1', 'k2', 'k3'], ['delete.older']])
  await list('k1,5\n', '2026-01-11', onlyDeletes(mapping))
  assert.deepEqual(keys(), ['k2', 'k3'])
})

test('rows that a newer complete list makes useless take no space in their batch', async () => {
  const file: FileContext = {
    fileNumber: 0,
    source: 'reso',
    complete: false,
    partial: false,
    gazetteer: trial.gazetteer,
    nowMs: 0,
    asOfMs: 1,
    listedMs: 2,
  }
  const batch = importNounOf('media').begin(trial.openWriter())
  for (const key of ['k1', 'k2']) {
    const content = { sourceKey: key, partKey: 'x', record: { MediaURL: 'https://a.example/x' } }
    const rest = { other: {}, points: [], findings: [], mapped: new Set<string>() }
    const taken = batch.take([{ ...content, ...rest }], file)
    assert.ok(taken instanceof Rejection && taken.finding.rule === 'row.older')
  }
  assert.equal(batch.rows, 0)
})

function openHouses(rows: readonly string[]) {
  const header = 'ListingKey,OpenHouseKey,OpenHouseStartTime,OpenHouseEndTime,OpenHouseStatus,OpenHouseType'
  return trial.run(`${[header, ...rows].join('\n')}\n`, loadMapping('reso-open-houses'))
}

test('open houses from a separate file are added to their homes, without canceled and private ones', async () => {
  const [morning, evening] = ['2026-01-31T10:00:00Z,2026-01-31T12:00:00Z', '2026-01-31T17:00:00Z,2026-01-31T19:00:00Z']
  await openHouses([`k1,b,${evening},Active,Public`, `k1,a,${morning},Active,`, `k2,c,${morning},Active,Broker`])
  assert.deepEqual(
    [listingOf('k1')?.openHouses?.map(({ key }) => key), listingOf('k2')?.openHouses],
    [['a', 'b'], undefined],
  )
  const report = await openHouses([
    `k1,a,${morning},Canceled,`,
    'k1,b,,,Canceled,',
    `k2,d,${evening.split(',').toReversed().join(',')},,`,
  ])
  assert.deepEqual([listingOf('k1')?.openHouses, report.rejected[0]?.rule], [undefined, 'open-house.times'])
})

test('rows of a home that has no listing are counted and reported', async () => {
  await trial.run(
    'id,zip\nk3,98103\n',
    'name: h\nsource: reso\nkey: id\nfields: { HomeType: { constant: CONDO }, PostalCode: zip }\n',
  )
  const report = await media([picture('k3', 'a', 1), picture('k1', 'b', 1)])
  assert.deepEqual([report.rowsUsed, report.rejected[0]?.rule], [1, 'home.unlisted'])
})
