import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../../src/catalog/ports/catalog-writer.ts'
import { homeKeys, parcelPlaces } from '../../../src/places/addresses/home-keys.ts'
import { home } from './records.ts'

/** A backend to test. Its catalog persists between changes. */
export interface SourceHomesBackend {
  write(): CatalogWriter | Promise<CatalogWriter>
  read(): Pick<Catalog, 'records' | 'addresses' | 'close'> | Promise<Pick<Catalog, 'records' | 'addresses' | 'close'>>
}

const from = (source: string, zpid: number) => home(zpid, { source, sourceKey: String(zpid) })
const joining = { rule: 'by hand', to: 3 } as const

/** Puts home 3, which was merged from the records 3 and 7 of two sources, and home 5 with a single record. */
function putJoined(writer: CatalogWriter): void {
  writer.put('home', from('county', 3))
  writer.put('home', from('county', 5))
  writer.sourceHomes.put({ record: from('county', 3), home: 3 })
  writer.sourceHomes.put({ record: from('mls', 7), home: 3, joining })
}

/** Tests the promises of `SourceHomes`, and how lookups treat homes that were merged from several records. */
export function sourceHomesContract(backendNow: () => SourceHomesBackend): void {
  const changed = async (change: (writer: CatalogWriter) => void) => {
    const writer = await backendNow().write()
    change(writer)
    writer.commit()
  }

  test('a home is found by the ids of all records that were merged into it, and otherwise only by its own id', async () => {
    await changed(putJoined)
    const catalog = await backendNow().read()
    const { records } = catalog
    assert.deepEqual(await records.get('home', 7), from('county', 3))
    assert.deepEqual(await records.get('home', 3), from('county', 3))
    assert.equal(await records.get('home', 9), undefined)
    assert.equal((await records.outline(7))?.zpid, 3)
    const briefs = await records.briefs([7, 5, 9, 3])
    assert.deepEqual(
      briefs.map(({ zpid }) => zpid),
      [3, 5, 3],
    )
    catalog.close()
  })

  test('the ids of a source are those of its records, including records that were merged into homes', async () => {
    await changed(putJoined)
    const writer = await backendNow().write()
    assert.deepEqual([...writer.idsOf('home', 'county')], [5, 3])
    assert.deepEqual([...writer.idsOf('home', 'mls')], [7])
    assert.deepEqual([...writer.idsOf('home', 'nobody')], [])
    writer.rollback()
  })

  test('the records of a home are stored with the change that put them, and not with a change that is rolled back', async () => {
    await changed(putJoined)
    const writer = await backendNow().write()
    const { sourceHomes } = writer
    assert.deepEqual(sourceHomes.get(7), { record: from('mls', 7), home: 3, joining })
    assert.equal(sourceHomes.get(5), undefined)
    assert.deepEqual([sourceHomes.homeOf(7), sourceHomes.homeOf(5)], [3, undefined])
    assert.deepEqual(
      sourceHomes.of(3).map(({ record }) => record.zpid),
      [3, 7],
    )
    assert.deepEqual(sourceHomes.homes(), [3])
    sourceHomes.put({ record: from('mls', 1), home: 3, joining })
    sourceHomes.put({ record: from('mls', 7), home: 5, joining })
    assert.deepEqual(
      sourceHomes.of(3).map(({ record }) => record.zpid),
      [3, 1],
    )
    assert.deepEqual(sourceHomes.homes(), [3, 5])
    sourceHomes.remove(7)
    assert.equal(sourceHomes.get(7), undefined)
    writer.rollback()
    const again = await backendNow().write()
    assert.equal(again.sourceHomes.homeOf(7), 3)
    again.rollback()
  })

  test('homes are found by the keys that this change or an earlier change stored', async () => {
    const key = { place: 2 ** 48 - 1, unit: 3, area: 1000 }
    const all = { place: key.place }
    await changed(({ sourceHomes }) => {
      sourceHomes.file(3, [key, { place: 4, unit: 0, area: 0 }])
      assert.deepEqual(sourceHomes.filedUnder(all, 9), [3])
    })
    const writer = await backendNow().write()
    const { sourceHomes } = writer
    assert.equal(sourceHomes.isFiled(), true)
    assert.deepEqual(sourceHomes.filedUnder(all, 9), [3])
    sourceHomes.file(5, [{ ...key, unit: 0, area: 2000 }])
    assert.deepEqual(sourceHomes.filedUnder(all, 9), [3, 5])
    assert.deepEqual(sourceHomes.filedUnder(all, 1), [3])
    assert.deepEqual(sourceHomes.filedUnder({ ...all, unit: 3 }, 9), [3])
    assert.deepEqual(sourceHomes.filedUnder({ ...all, unit: 0 }, 9), [5])
    assert.deepEqual(sourceHomes.filedUnder({ ...all, area: [1500, 2500] }, 9), [5])
    assert.deepEqual(sourceHomes.filedUnder({ place: 7 }, 9), [])
    sourceHomes.file(3, [{ ...key, area: 2100 }])
    writer.commit()
    const after = await backendNow().write()
    const filed = after.sourceHomes.filedUnder({ ...all, area: [1500, 2500] }, 9)
    assert.deepEqual(new Set(filed), new Set([3, 5]))
    after.rollback()
  })

  test('lookups find the homes that were indexed under the place of a parcel', async () => {
    await changed(({ sourceHomes }) => {
      for (const [zpid, parcel] of [
        [1, '53033 1234567'],
        [2, 'WA king 1234567'],
        [3, '53033 7654321'],
      ] as const)
        sourceHomes.file(zpid, homeKeys(undefined, parcel, 0))
    })
    const catalog = await backendNow().read()
    const idsIn = async (keys: readonly string[], limit = 10) => {
      const counties = keys.map((key) => ({ key, name: 'King County', state: 'WA' }))
      return (await catalog.addresses.homesUnder(parcelPlaces('1234567', counties), limit)).toSorted((a, b) => a - b)
    }
    assert.deepEqual(await idsIn(['county/53033']), [1])
    assert.deepEqual(await idsIn(['county/wa/king', 'county/53033']), [1, 2])
    assert.equal((await idsIn(['county/wa/king', 'county/53033'], 1)).length, 1)
    assert.deepEqual(await idsIn(['county/53035']), [])
    catalog.close()
  })

  test('decisions by hand and the precedence of a source last until they are replaced', async () => {
    await changed(({ sourceHomes }) => {
      sourceHomes.rule(7, 3, 'apart')
      sourceHomes.rule(3, 5, 'together')
      assert.equal(sourceHomes.precede('mls', 2), true)
    })
    await changed(({ sourceHomes }) => {
      assert.deepEqual(sourceHomes.rulings(3), [
        { one: 3, other: 5, verdict: 'together' },
        { one: 3, other: 7, verdict: 'apart' },
      ])
      assert.deepEqual(sourceHomes.rulings(7), [{ one: 3, other: 7, verdict: 'apart' }])
      assert.equal(sourceHomes.precede('mls', 2), false)
      assert.equal(sourceHomes.precede('county', 1), true)
      sourceHomes.rule(3, 7, undefined)
      sourceHomes.rule(5, 3, 'apart')
    })
    const writer = await backendNow().write()
    assert.deepEqual(writer.sourceHomes.rulings(3), [{ one: 3, other: 5, verdict: 'apart' }])
    assert.deepEqual(
      [...writer.sourceHomes.precedences()],
      [
        ['mls', 2],
        ['county', 1],
      ],
    )
    writer.rollback()
  })
}
