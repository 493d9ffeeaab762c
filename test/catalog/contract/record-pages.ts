import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Catalog } from '../../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../../src/catalog/ports/catalog-writer.ts'
import { CHANGING_NOUNS, type Change } from '../../../src/catalog/ports/record-pages.ts'
import type { Home } from '../../../src/model/home.ts'
import type { CatalogWith } from '../catalog-with.ts'
import { recordChanges } from '../changing-records.ts'
import { ALL, ALL_TEXTS, NaiveChanges } from '../naive-changes.ts'
import { home, listed } from './records.ts'

/** Number of random sequences of changes that test a backend, unless a test sets another number. */
export const RUNS = 12

/** A backend to test. Its catalog persists between changes. */
export interface PagesBackend {
  write(): CatalogWriter
  /** Begins a new catalog in place of the existing catalog. */
  replace(): CatalogWriter
  read(): Catalog | Promise<Catalog>
  refresh(catalog: Catalog): Promise<void>
}

const agent = (agentId: string, name = agentId) => ({ agentId, username: agentId.toLowerCase(), name })

/** Tests what `RecordPages` promises for a catalog with a single commit. */
export function pagesContract(catalogWith: CatalogWith<'pages'>): void {
  test('pages have the records between two ids, in order of id, up to the limit', async () => {
    const { pages, close } = await bound(catalogWith, (writer) => {
      for (const zpid of [5, 3, 9, 1]) writer.put('home', home(zpid))
      for (const id of ['b', 'Z', 'é', 'a']) writer.put('agent', agent(id))
    })
    const zpids = async (from: number, to: number, limit: number) =>
      (await pages.between('home', { from, to }, limit)).map(({ record }) => record.zpid)
    assert.deepEqual(await zpids(0, 100, 9), [1, 3, 5, 9])
    assert.deepEqual(await zpids(3, 9, 2), [3, 5])
    assert.deepEqual(await zpids(3.5, 8.5, 2), [5])
    assert.deepEqual(await zpids(6, 8, 2), [])
    assert.deepEqual(await zpids(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 2), [1, 3])
    const ids = (await pages.between('agent', ALL_TEXTS, 9)).map(({ record }) => record.agentId)
    assert.deepEqual(ids, ['Z', 'a', 'b', 'é'])
    assert.deepEqual(await pages.between('offer', ALL, 9), [])
    await close()
  })

  test('texts are those of the records between two ids, in order of id, up to the limit', async () => {
    const { pages, close } = await bound(catalogWith, (writer) => {
      for (const zpid of [5, 30, 9, 1]) writer.put('home', home(zpid))
      for (const id of ['b', 'Z', 'é', 'a']) writer.put('agent', agent(id))
    })
    for (const [bounds, limit] of [
      [ALL, 9],
      [ALL, 2],
      [{ from: 4.5, to: 9 }, 2],
      [{ from: 6, to: 8 }, 2],
    ] as const) {
      const texts = await pages.texts('home', bounds, limit)
      const records = (await pages.between('home', bounds, limit)).map(({ record }) => record)
      assert.deepEqual(
        texts.map(({ id, json }) => [id, JSON.parse(json)]),
        records.map((record) => [record.zpid, record]),
      )
    }
    const ids = (await pages.texts('agent', ALL_TEXTS, 3)).map(({ id }) => id)
    assert.deepEqual(ids, ['Z', 'a', 'b'])
    await close()
  })

  test('ids are those of the records between two ids, in order, up to the limit', async () => {
    const { pages, close } = await bound(catalogWith, (writer) => {
      for (const zpid of [5, 30, 9, 1]) writer.put('home', home(zpid))
      for (const id of ['b', 'Z', 'é', 'a']) writer.put('agent', agent(id))
    })
    assert.deepEqual(await pages.ids('home', ALL, 9), [1, 5, 9, 30])
    assert.deepEqual(await pages.ids('home', { from: 5, to: 9 }, 9), [5, 9])
    assert.deepEqual(await pages.ids('home', { from: 4.5, to: Number.POSITIVE_INFINITY }, 2), [5, 9])
    assert.deepEqual(await pages.ids('home', { from: 6, to: 8 }, 2), [])
    assert.deepEqual(await pages.ids('agent', ALL_TEXTS, 9), ['Z', 'a', 'b', 'é'])
    assert.deepEqual(await pages.ids('agent', { from: 'a', to: 'b' }, 1), ['a'])
    assert.deepEqual(await pages.ids('office', ALL_TEXTS, 9), [])
    await close()
  })

  test('records are found by their ids in the given order, and unknown ids are left out', async () => {
    const { pages, close } = await bound(catalogWith, (writer) => {
      for (const zpid of [1, 2, 3]) writer.put('home', home(zpid))
      writer.put('office', { officeId: 'o', name: 'Office' })
    })
    const homes = await pages.byId('home', [3, 7, 1, 1.5, Number.NaN, 2 ** 53, 2])
    assert.deepEqual(
      homes.map(({ record }) => record),
      [home(3), home(1), home(2)],
    )
    assert.deepEqual(
      (await pages.byId('office', ['p', 'o', 'o\0'])).map(({ record }) => record.name),
      ['Office'],
    )
    assert.deepEqual(await pages.byId('agent', []), [])
    await close()
  })

  test('the first and the last changes of the requested nouns are found', async () => {
    const { pages, close } = await bound(catalogWith, (writer) => {
      for (let zpid = 1; zpid <= 9; zpid++) writer.put('home', home(zpid))
      writer.put('agent', agent('ann'))
    })
    const first = await pages.changes(['home', 'agent'], ALL, 100)
    assert.equal(first.length, 10)
    const keys = (changes: readonly Change[]) => changes.map(({ noun, id }) => `${noun} ${id}`)
    assert.deepEqual(keys(await pages.changes(['home', 'agent'], ALL, 3)), keys(first.slice(0, 3)))
    assert.deepEqual(keys(await pages.changes(['agent', 'home'], ALL, 3, 'last')), keys(first.slice(-3).toReversed()))
    assert.deepEqual(keys(await pages.changes(['agent', 'office'], ALL, 3)), ['agent ann'])
    assert.deepEqual(await pages.changes([], ALL, 3), [])
    const { sequence } = first[4] as Change
    assert.deepEqual(keys(await pages.changes(['home'], { from: sequence, to: sequence }, 3)), keys(first.slice(4, 5)))
    await close()
  })

  test('changes are counted between two numbers, however many there are', async () => {
    const many = 10_001
    const { pages, close } = await bound(catalogWith, (writer) => {
      for (let i = 0; i < many; i++) writer.put('office', { officeId: `o${i}`, name: 'Office' })
      writer.put('agent', agent('ann'))
    })
    const [first, second] = (await pages.changes(['office'], ALL, 2)) as [Change, Change]
    const [last] = (await pages.changes(['office'], ALL, 1, 'last')) as [Change]
    assert.equal(await pages.countChanges(CHANGING_NOUNS, ALL), many + 1)
    assert.equal(await pages.countChanges(['office'], ALL), many)
    assert.equal(await pages.countChanges(['office'], { ...ALL, from: second.sequence }), many - 1)
    assert.equal(await pages.countChanges(['office'], { from: first.sequence, to: last.sequence - 1 }), many - 1)
    assert.equal(await pages.countChanges(['office'], { from: last.sequence, to: first.sequence }), 0)
    assert.equal(await pages.countChanges(['home'], ALL), 0)
    assert.equal(await pages.countChanges([], ALL), 0)
    await close()
  })

  test('the changes of a first commit are a millisecond apart, in order of record type and id', async () => {
    const { pages, close } = await bound(catalogWith, (writer) => {
      writer.put('office', { officeId: 'o', name: 'Office' })
      for (const id of ['b', 'a']) writer.put('agent', agent(id))
      for (const zpid of [3, 1, 2]) writer.put('home', home(zpid))
    })
    const changes = await pages.changes(CHANGING_NOUNS, ALL, 9)
    const [first] = changes
    assert(first)
    assert.deepEqual(
      changes.map(({ noun, id, sequence }) => [noun, id, sequence - first.sequence]),
      [
        ['home', 1, 0],
        ['home', 2, 1000],
        ['home', 3, 2000],
        ['agent', 'a', 3000],
        ['agent', 'b', 4000],
        ['office', 'o', 5000],
      ],
    )
    assert.equal(first.sequence % 1000, 0)
    await close()
  })

  test('the contents of a record type are the keys of its records, and the words in them', async () => {
    const { pages, close } = await bound(catalogWith, (writer) => {
      const lease = { space: 'entire', pets: ['Cats', 'SmallDogs'] } as const
      const facts = { cooling: ['Central Air', 'Window'], roof: 'Tile, Slate', views: [], other: { a: 'x' } }
      const listing = { kind: 'lease', lease, photos: [{ url: 'https://a.example/1' }], description: '' } as const
      writer.put('home', { ...listed(1, listing), facts, taxes: [{ year: 2020 }] })
      writer.put('home', { ...listed(2, {}), facts: { cooling: ['Window'], hasCooling: false, roof: 'Tile' } })
    })
    const { held, values, rows } = await pages.contents('home')
    const keys = ['facts.cooling', 'facts.views', 'facts.hasCooling', 'facts.other', 'facts.other.a', 'listing.photos']
    assert.deepEqual(
      [...keys, 'listing.description', 'taxes', 'history', 'point.latitude'].map((key) => held.has(key)),
      [true, false, true, true, false, true, false, true, false, true],
    )
    const wordsOf = (key: string) => [...(values.get(key) ?? [])].sort()
    assert.deepEqual(wordsOf('facts.cooling'), ['Central Air', 'Window'])
    assert.deepEqual(wordsOf('facts.roof'), ['Slate', 'Tile'])
    assert.deepEqual(wordsOf('listing.lease.pets'), ['Cats', 'SmallDogs'])
    assert.deepEqual(wordsOf('listing.status'), ['Active'])
    assert.deepEqual(wordsOf('address.city'), ['Austin'])
    assert.equal(values.has('address.streetAddress'), false)
    assert.deepEqual([...rows], [['listing.photos', { records: 1, rows: 1 }]])
    assert.deepEqual([...(await pages.contents('office')).held], [])
    await close()
  })
}

async function bound(catalogWith: CatalogWith<'pages'>, write: Parameters<CatalogWith<'pages'>>[0]) {
  const catalog = await catalogWith(write)
  return { pages: catalog.pages, close: async () => catalog.close() }
}

/** Tests what `RecordPages` promises about changes. */
export function changesContract(backendNow: () => PagesBackend, runs = RUNS): void {
  const changed = async (catalog: Catalog, change: (writer: CatalogWriter) => void) => {
    const writer = backendNow().write()
    change(writer)
    writer.commit()
    await backendNow().refresh(catalog)
  }
  const opened = async (change: (writer: CatalogWriter) => void) => {
    const writer = backendNow().write()
    change(writer)
    writer.commit()
    return await backendNow().read()
  }
  const sequencesOf = async ({ pages }: Catalog) =>
    new Map((await pages.changes(CHANGING_NOUNS, ALL, 1000)).map((each) => [`${each.noun} ${each.id}`, each.sequence]))

  test('a record that is put unchanged keeps its number, and so does a home that its source only reports again', async () => {
    const toldAt = (zpid: number, toldMs: number): Home => ({ ...home(zpid), toldMs })
    const catalog = await opened((writer) => {
      for (const each of [toldAt(1, 5), home(2), toldAt(3, 5), toldAt(4, 5), home(5)]) writer.put('home', each)
      writer.put('agent', agent('ann'))
    })
    const before = await sequencesOf(catalog)
    await changed(catalog, (writer) => {
      writer.put('home', toldAt(1, 6))
      writer.put('home', toldAt(2, 6))
      writer.put('home', home(3))
      writer.put('home', { ...toldAt(4, 6), homeType: 'CONDO' })
      writer.put('home', toldAt(4, 7)) // as before the change, except for toldMs
      writer.remove('home', 5)
      writer.put('home', home(5))
      writer.put('agent', agent('ann', 'Bob'))
      writer.put('agent', agent('ann'))
      writer.put('office', { officeId: 'o', name: 'Never' })
      writer.remove('office', 'o')
    })
    assert.deepEqual(await sequencesOf(catalog), before)
    assert.deepEqual((await catalog.pages.byId('home', [4]))[0]?.record.toldMs, 7)
    await changed(catalog, (writer) => writer.put('home', { ...toldAt(1, 7), homeType: 'CONDO' }))
    const after = await sequencesOf(catalog)
    assert.ok((after.get('home 1') ?? 0) > Math.max(...before.values()))
    assert.deepEqual(after.get('home 2'), before.get('home 2'))
    await catalog.close()
  })

  test('a removed record keeps its last number until it is put again, and its id is in no page until then', async () => {
    const catalog = await opened((writer) => {
      writer.put('home', home(1))
      writer.put('home', home(2))
    })
    const { pages } = catalog
    const [one, two] = (await pages.changes(['home'], ALL, 9)) as [Change, Change]
    assert.ok(one.sequence < two.sequence)
    await changed(catalog, (writer) => writer.remove('home', 1))
    const [stays, gone] = (await pages.changes(['home'], ALL, 9)) as [Change, Change]
    assert.deepEqual(stays, two)
    assert.deepEqual([gone.id, gone.isGone], [1, true])
    assert.ok(gone.sequence > two.sequence)
    assert.deepEqual(await pages.byId('home', [1]), [])
    assert.deepEqual(await pages.ids('home', ALL, 9), [2])
    await changed(catalog, (writer) => writer.put('home', home(1)))
    const [again] = await pages.changes(['home'], ALL, 1, 'last')
    assert.deepEqual([again?.id, again?.isGone], [1, false])
    assert.ok((again?.sequence ?? 0) > gone.sequence)
    assert.deepEqual(await pages.byId('home', [1]), [{ record: home(1), sequence: again?.sequence }])
    assert.deepEqual(await pages.ids('home', ALL, 9), [1, 2])
    await catalog.close()
  })

  test('records that were merged into a home are not on pages of records', async () => {
    const catalog = await opened((writer) => {
      writer.put('home', home(3))
      writer.sourceHomes.put({ record: home(7), home: 3, joining: { rule: 'by hand', to: 3 } })
    })
    assert.deepEqual(
      (await catalog.pages.byId('home', [7, 3])).map(({ record }) => record.zpid),
      [3],
    )
    assert.equal((await catalog.pages.changes(['home'], ALL, 9)).length, 1)
    await catalog.close()
  })

  test('the numbers of a catalog that replaces another catalog are greater, even after an empty catalog', async () => {
    const lastOf = async (): Promise<Change> => {
      const catalog = await backendNow().read()
      const [last] = await catalog.pages.changes(CHANGING_NOUNS, ALL, 1, 'last')
      await catalog.close()
      assert(last)
      return last
    }
    const replacedBy = (change: (writer: CatalogWriter) => void) => {
      const writer = backendNow().replace()
      change(writer)
      writer.commit()
    }
    const first = backendNow().write()
    for (let zpid = 1; zpid <= 50; zpid++) first.put('home', home(zpid))
    first.commit()
    const before = await lastOf()
    replacedBy((writer) => writer.put('home', home(1)))
    const after = await lastOf()
    assert.ok(after.sequence > before.sequence)
    replacedBy(() => {})
    const catalog = await backendNow().read()
    assert.deepEqual(await catalog.pages.changes(CHANGING_NOUNS, ALL, 9), [])
    assert.deepEqual([...(await catalog.pages.contents('home')).held], [])
    await changed(catalog, (writer) => writer.put('home', home(1)))
    await catalog.close()
    const last = await lastOf()
    assert.ok(last.sequence > after.sequence)
  })

  test('numbers, ids and contents are right after any changes, commits and rollbacks', async () => {
    const transactions = fc.array(
      fc.record({
        changes: fc.array(recordChanges, { maxLength: 30 }),
        isCommitted: fc.nat(3).map((drawn) => drawn > 0),
      }),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(transactions, async (all) => {
        const began = backendNow().replace()
        began.commit()
        const catalog = await backendNow().read()
        const oracle = new NaiveChanges()
        for (const { changes, isCommitted } of all) {
          const next = oracle.copy()
          const writer = backendNow().write()
          for (const each of changes) next.make(writer, each)
          if (isCommitted) writer.commit()
          else writer.rollback()
          await backendNow().refresh(catalog)
          if (isCommitted) oracle.commit(next)
          await oracle.check(catalog.pages)
        }
        await catalog.close()
      }),
      { numRuns: runs },
    )
  })

  test('a reader that pages during commits gets every record that stays exactly once', async () => {
    const catalog = await opened((writer) => {
      for (let zpid = 2; zpid <= 200; zpid += 2) writer.put('home', home(zpid))
    })
    const seen: number[] = []
    for (let from = 0, page = 0; ; page++) {
      const records = await catalog.pages.between('home', { from, to: Number.MAX_SAFE_INTEGER }, 16)
      seen.push(...records.map(({ record }) => record.zpid))
      if (records.length < 16) break
      from = (seen.at(-1) ?? 0) + 1
      await changed(catalog, (writer) => {
        writer.put('home', home(2 * page + 1))
        writer.put('home', home(199 - 2 * page))
        writer.remove('home', 10 * page + 10)
        writer.put('home', home(10 * page + 12, { homeType: 'CONDO' }))
      })
    }
    const stayed = Array.from({ length: 100 }, (_, i) => 2 * i + 2).filter((zpid) => zpid % 10 !== 0)
    for (const zpid of stayed) assert.equal(seen.filter((each) => each === zpid).length, 1, `home ${zpid}`)
    assert.equal(new Set(seen).size, seen.length)
    await catalog.close()
  })
}
