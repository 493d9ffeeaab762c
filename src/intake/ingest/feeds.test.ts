import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, suite, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import { derivedZpid } from '../../model/identity.ts'
import { momentIn } from './as-of.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { onlyDeletes } from './only-deletes.ts'
import type { ImportOptions } from './run.ts'

const LISTINGS = `
name: mls
source: mls
key: id
deletedWhen:
  show: "false"
  status: { is: [Delete, Hold], optional: true }
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: { constant: "98103" }
  StandardStatus: { column: status, optional: true }
  ListPrice: { column: price, optional: true }
  ClosePrice: { column: closePrice, optional: true }
  CloseDate: { column: closed, optional: true }
  ModificationTimestamp: { column: modified, optional: true }
`
const COMPLETE = `${LISTINGS}complete: true\n`

let trial: Trial
beforeEach(() => {
  trial = new Trial()
})
afterEach(() => trial.remove())

/** Whether files are read ahead. A record is then written as soon as its last row is read. */
let isAhead = false

function run(content: string, mapping: string | Mapping, options: Partial<ImportOptions> = {}) {
  return trial.run(content, mapping, { readAheadFromBytes: isAhead ? 0 : Number.POSITIVE_INFINITY, ...options })
}

const at = (text: string) => ({ asOf: momentIn(text) })

function home(key: string) {
  return trial.homes.get(derivedZpid('mls', key))
}

function keys(): string[] {
  return [...trial.homes.values()].map(({ sourceKey }) => sourceKey).sort()
}

/** A list of homes on the market. */
function list(ids: readonly (string | number)[], more = ''): string {
  return `id,show,status,price\n${ids.map((id) => `${id},true,Active,500000\n`).join('')}${more}`
}

function numbers(from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, i) => from + i)
}

for (const ahead of [false, true]) {
  suite(`feeds ${ahead ? 'that are read ahead' : 'that are read once'}`, () => {
    before(() => {
      isAhead = ahead
    })

    test('a partial file brings back no deleted record, and changes no moment', async () => {
      await run(list(['a', 'b', 'c']), LISTINGS)
      await run(list([], 'b,false,,\n'), LISTINGS)
      const fields = ['HomeType: { constant: CONDO }', 'PostalCode: { constant: "98103" }', 'WalkScore: score']
      const mapping = `name: scores\nsource: mls\nkey: id\nfields:\n${fields.map((field) => `  ${field}\n`).join('')}`
      const rows = 'id,score\na,71\nb,72\nnever,73\n'
      const report = await run(rows, `${mapping}partial: true`)
      assert.deepEqual([keys(), home('a')?.facts.walkScore, home('a')?.listing?.listPrice], [['a', 'c'], 71, 500_000])
      assert.deepEqual(
        report.rejected.map(({ rule, rows: count }) => [rule, count]),
        [['record.unknown', 2]],
      )
      // Without `complete` in the mapping, the file is a normal file of homes.
      await run(rows, mapping)
      assert.deepEqual(keys(), ['a', 'b', 'c', 'never'])
    })

    test('a row that meets deletedWhen deletes its record, and every row is counted', async () => {
      await run(list(['a', 'b', 'c', 'd']), LISTINGS)
      const rows = 'b,false,Active,500000\nc,true,Delete,\nx,false,,\n,false,,\ne,true,Active,1\n'
      const report = await run(list(['a'], rows), LISTINGS)
      assert.deepEqual(keys(), ['a', 'd', 'e'])
      const { file: _file, ...counted } = report.rows[0] ?? { file: '' }
      assert.deepEqual(counted, {
        read: 6,
        new: 1,
        changed: 0,
        unchanged: 1,
        merged: 0,
        removed: 3,
        rejected: 1,
        leftOut: 0,
      })
      assert.deepEqual(report.counts, { new: 1, changed: 0, unchanged: 1, removed: 2, gone: 0 })
      assert.deepEqual([report.deletesUnknown, report.rejected[0]?.rule], [1, 'key.missing'])
    })

    test('a dry run reports what would be deleted and deletes nothing', async () => {
      await run(list(['a', 'b']), LISTINGS)
      const report = await run('id,show\na,false\n', LISTINGS, { dryRun: true })
      assert.equal(report.counts.removed, 1)
      assert.deepEqual(keys(), ['a', 'b'])
    })

    test('if a file deletes a record and contains it again, the later row counts, or the row with the later time', async () => {
      const header = 'id,show,status,price,modified\n'
      const report = await run(
        `${header}a,true,Active,1,\na,false,,,\nb,false,,,\nb,true,Active,2,\n` +
          'c,false,,,2026-01-02T00:00:00Z\nc,true,Active,3,2026-01-01T00:00:00Z\n' +
          'd,true,Active,4,2026-01-02T00:00:00Z\nd,false,,,2026-01-01T00:00:00Z\n' +
          'e,true,Active,1,\ne,false,,,\ne,true,Active,2,\n',
        LISTINGS,
      )
      assert.deepEqual(keys(), ['b', 'd', 'e'])
      assert.equal(home('e')?.listing?.listPrice, 2)
      const { read, ...others } = report.rows[0] ?? { read: 0 }
      const sum = Object.values(others).reduce<number>(
        (total, part) => total + (typeof part === 'number' ? part : 0),
        0,
      )
      assert.deepEqual([read, sum], [11, 11])
    })

    test('a deletion without a moment has the moment of its file', async () => {
      const rows = 'a,false,,,\na,true,Active,1,2026-01-01T00:00:00Z\nb,false,,,\nb,true,Active,1,\n'
      await run(`id,show,status,price,modified\n${rows}`, LISTINGS, at('2026-01-02'))
      assert.deepEqual(keys(), ['b'])
    })

    test('a deletion that is older than the record leaves the record', async () => {
      const header = 'id,show,status,price,modified\n'
      await run(`${header}a,true,Active,1,2026-01-05T00:00:00Z\nb,true,Active,1,2026-01-01T00:00:00Z\n`, LISTINGS)
      const report = await run(`${header}a,false,,,2026-01-04T00:00:00Z\nb,false,,,2026-01-04T00:00:00Z\n`, LISTINGS)
      assert.deepEqual(keys(), ['a'])
      assert.deepEqual([report.counts.removed, report.reported[0]?.rule], [1, 'delete.older'])
    })

    test('a file of keys deletes the records that it names, only of its own source', async () => {
      await run(list(['a', 'b', 'c']), LISTINGS)
      await run(list(['a']), LISTINGS.replace('source: mls', 'source: other'))
      const report = await run('id\na\nnobody\n', onlyDeletes(readMapping(LISTINGS, 'mls.yaml')))
      assert.deepEqual([report.counts.removed, report.deletesUnknown], [1, 1])
      assert.deepEqual(keys(), ['a', 'b', 'c'])
      assert.equal([...trial.homes.values()].find(({ sourceKey }) => sourceKey === 'a')?.source, 'other')
    })

    test('a property id that another home of the source has is not deleted by another key', async () => {
      const mapping = `${LISTINGS}zpid: number\n`
      await run('id,show,status,price,number\na,true,Active,1,7\n', mapping)
      const report = await run('id,show,status,price,number\nb,false,,,7\n', mapping)
      assert.deepEqual([trial.homes.size, report.deletesUnknown], [1, 1])
      const both =
        'id,show,status,price,number,modified\nb,false,,,8,2026-01-02T00:00:00Z\nc,true,Active,1,8,2026-01-01T00:00:00Z\n'
      await run(both, mapping)
      assert.deepEqual(keys(), ['a', 'c'])
    })

    test('a record that a complete list does not name is deleted, and importing the list again changes nothing', async () => {
      await run(list(['a', 'b', 'c']), COMPLETE, at('2026-01-01'))
      await run(list(['z']), COMPLETE.replace('source: mls', 'source: other'), at('2026-01-02'))
      const next = list(['a', 'c', 'd'])
      const report = await run(next, COMPLETE, at('2026-01-02'))
      assert.deepEqual(report.counts, { new: 1, changed: 0, unchanged: 2, removed: 0, gone: 1 })
      assert.deepEqual(keys(), ['a', 'c', 'd', 'z'])
      const again = await run(next, COMPLETE, at('2026-01-02'))
      assert.deepEqual([again.counts.unchanged, again.counts.gone, trial.ending], [3, 0, 'rollback'])
    })

    test('a home with sales or taxes that is no longer listed loses only its listing', async () => {
      const sold = 'id,show,status,price,closed,closePrice\n'
      const sales = LISTINGS.replace('name: mls', 'name: sales')
      await run(`${sold}a,true,Closed,,2020-05-01,400000\nb,true,Closed,,2020-05-01,400000\n`, sales)
      await run(list(['a', 'c']), COMPLETE, at('2026-01-01'))
      const report = await run(list(['c']), COMPLETE, at('2026-01-02'))
      assert.deepEqual([report.counts.gone, keys()], [1, ['a', 'b', 'c']])
      assert.equal(home('a')?.listing, undefined)
      assert.deepEqual(
        home('a')?.history.map(({ date, event, price }) => [date, event, price]),
        [
          ['2020-05-01', 'Sold', 400_000],
          ['2026-01-02', 'Listing removed', 500_000],
        ],
      )
      assert.equal(home('b')?.listing?.status, 'Closed', 'a sale is no listing that could go')
      const again = await run(list(['c']), COMPLETE, at('2026-01-03'))
      assert.equal(again.counts.gone, 0)
    })

    test('an unusable row of a list still shows that its home is listed', async () => {
      await run(list(['a', 'b', 'c']), COMPLETE, at('2026-01-01'))
      const broken = COMPLETE.replace(
        'ListPrice: { column: price, optional: true }',
        'ListPrice: { column: price, required: true }',
      )
      const report = await run(
        'id,show,status,price\na,true,Active,cheap\nc,true,Active,500000\n',
        broken,
        at('2026-01-02'),
      )
      assert.deepEqual([report.rowsRejected, report.counts.gone, keys()], [1, 1, ['a', 'c']])
    })

    test('complete lists of different moments are refused together, and parts of one list are one list', async () => {
      const files = [trial.file(list(['a', 'b']), 'l_2026-01-01.csv'), trial.file(list(['a', 'c']), 'l_2026-01-02.csv')]
      const named = `${COMPLETE}asOf: { fileName: l_YYYY-MM-DD.csv }\n`
      await assert.rejects(
        run('', named, { files }),
        /^CommandFault: Cannot import ".*l_2026-01-01\.csv" of 2026-01-01 00:00 UTC and ".*l_2026-01-02\.csv" of 2026-01-02 00:00 UTC together: import complete lists of different times one by one, oldest first\.$/,
      )
      await run('', COMPLETE, { files })
      assert.deepEqual(keys(), ['a', 'b', 'c'])
    })

    test('a complete list without usable rows deletes nothing, and is not the newest list', async () => {
      await run(list(['a', 'b']), COMPLETE, at('2026-01-01'))
      const broken = COMPLETE.replace('price, optional: true', 'price, required: true')
      const rejected = 'id,show,status,price\na,true,Active,cheap\n'
      const report = await run(rejected, broken, { ...at('2026-01-03'), acceptRejects: true })
      assert.deepEqual([report.rowsUsed, trial.ending, keys()], [0, 'rollback', ['a', 'b']])
      await run(list(['a']), COMPLETE, at('2026-01-02'))
      assert.deepEqual(keys(), ['a'])
    })

    test('a complete list that would delete too much is refused, unless the caller allows it', async () => {
      await run(list(numbers(0, 100)), COMPLETE, at('2026-01-01'))
      const short = list(numbers(0, 79))
      await assert.rejects(
        run(short, COMPLETE, at('2026-01-02')),
        (error) =>
          error instanceof CommandFault &&
          /at most 20 % of the homes of a source; this list has 79 of source "mls" and would remove the 21 others, 21 %\. .*--max-gone 1\.$/.test(
            error.message,
          ),
      )
      assert.equal(trial.homes.size, 100)
      const report = await run(short, COMPLETE, { ...at('2026-01-02'), maxGone: 1 })
      assert.deepEqual([report.counts.gone, trial.homes.size], [21, 79])
      const few = await run(list(numbers(0, 64)), COMPLETE, { ...at('2026-01-03'), maxGone: 0.2 })
      assert.equal(few.counts.gone, 15)
      await run(list([1]), COMPLETE, { ...at('2026-01-04'), maxGone: 1 })
      await run(list([2]), COMPLETE, at('2026-01-05'))
      assert.deepEqual(keys(), ['2'], 'ten records may always go')
    })

    test('an older list is refused, and neither deletes nor restores records', async () => {
      await run(list(['a', 'b']), COMPLETE, at('2026-01-02T06:00Z'))
      await assert.rejects(
        run(list(['a', 'z']), COMPLETE, at('2026-01-02T05:00Z')),
        /is dated 2026-01-02 05:00 UTC, but the catalog already has a list from source "mls" dated 2026-01-02 06:00 UTC/,
      )
      assert.deepEqual(keys(), ['a', 'b'])
    })

    test('a complete list leaves records that the catalog knows from a later moment', async () => {
      const header = 'id,show,status,price,modified\n'
      await run(`${header}a,true,Active,1,2026-01-05T00:00:00Z\nb,true,Active,1,2026-01-01T00:00:00Z\n`, LISTINGS)
      await run(list(['c']), COMPLETE, at('2026-01-03'))
      assert.deepEqual(keys(), ['a', 'c'])
    })

    test('an older file changes nothing in a newer file, in any order of imports', async () => {
      const prices = (price: number) => `id,show,status,price\na,true,Active,${price}\n`
      await run(prices(2), LISTINGS, at('2026-01-02'))
      await run(prices(1), LISTINGS, at('2026-01-01'))
      assert.equal(home('a')?.listing?.listPrice, 2)
      await run(prices(2), LISTINGS, at('2026-01-04'))
      await run(prices(3), LISTINGS, at('2026-01-03'))
      assert.equal(home('a')?.listing?.listPrice, 2, 'a file that repeats what is known confirms it')
      await run(prices(5), LISTINGS, at('2026-01-05'))
      assert.equal(home('a')?.listing?.listPrice, 5)
    })

    test('importing the same rows in a file without a moment changes nothing', async () => {
      await run(list(['a', 'b']), COMPLETE, at('2026-01-01'))
      const report = await run(list(['a', 'b']), LISTINGS)
      assert.deepEqual([report.counts.unchanged, trial.ending], [2, 'rollback'])
    })

    test('a file older than the newest complete list neither changes records in the list nor restores others', async () => {
      await run(list(['a', 'b']), COMPLETE, at('2026-01-01'))
      await run(list(['a']), COMPLETE, at('2026-01-03'))
      assert.equal(home('a')?.toldMs, Date.UTC(2026, 0, 1), 'a list does not write anew what it confirms')
      const report = await run('id,show,status,price\na,true,Active,9\nb,true,Active,9\n', LISTINGS, at('2026-01-02'))
      assert.equal(home('a')?.listing?.listPrice, 500_000)
      assert.deepEqual([keys(), report.rejected[0]?.rule], [['a'], 'row.older'])
    })

    test('a list without a moment has the modification time of its file', async () => {
      await run(list(['a', 'b']), COMPLETE)
      const report = await run(list(['a']), COMPLETE)
      assert.deepEqual([report.counts.gone, keys()], [1, ['a']])
    })

    test('the state of a source is stored with its last import, even if nothing changed', async () => {
      await run(list(['a', 'b']), COMPLETE, at('2026-01-01'))
      const kept = new Map<string, string>()
      const keepNotes = (notes: ReadonlyMap<string, string>) => {
        for (const [name, text] of notes) kept.set(name, text)
      }
      await run(list(['a', 'b']), COMPLETE, { ...at('2026-01-02'), keepNotes })
      const note = JSON.parse(kept.get('source mls') ?? '')
      assert.deepEqual(note.listMs, { home: Date.UTC(2026, 0, 2) })
      assert.deepEqual(
        note.imports.map(({ counts }: { counts: { new: number; unchanged: number } }) => [
          counts.new,
          counts.unchanged,
        ]),
        [
          [0, 2],
          [2, 0],
        ],
      )
    })
  })
}
