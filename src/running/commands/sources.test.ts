import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { trialTerminal } from '../../../test/terminal.ts'
import { folderStore } from '../../catalog/opening/catalog-store.ts'
import { openCatalog } from '../../catalog/opening/open.ts'
import type { CatalogAbout } from '../../catalog/ports/catalog.ts'
import { sourceNames } from '../../catalog/ports/source-name.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { readSettings } from '../../kit/base/settings.ts'
import { run } from '../cli/index.ts'
import { cardsOf } from '../serving/words.ts'

const CARDS = cardsOf(readSettings({}))

const MAPPING = `
name: mls
source: mls
attribution: Told by the MLS
key: id
deletedWhen: { show: "no" }
fields:
  HomeType: { constant: SINGLE_FAMILY }
  PostalCode: { constant: "98103" }
  StandardStatus: { constant: Active }
  ListPrice: price
  ModificationTimestamp: { column: modified, optional: true }
`

let folder: string
let dataDir: string
let printed: string[]
let noted: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-sources-'))
  dataDir = join(folder, 'data')
  written('mls.yaml', MAPPING)
  written('other.yaml', MAPPING.replaceAll('mls', 'other').replace('Told by the MLS', 'Others'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function written(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function plat(...words: readonly string[]): Promise<number> {
  const environment = { PLAT_DATA: dataDir }
  const terminal = trialTerminal({ environment, clock: fixedClock(Date.UTC(2026, 0, 31, 9, 30)) })
  ;({ printed, noted } = terminal)
  return await run(words, terminal)
}

const HEADER = 'id,show,price,modified\n'

async function bring(name: string, rows: string, ...options: readonly string[]): Promise<number> {
  const file = written(`${name}.csv`, `${HEADER}${rows}`)
  return await plat('import', file, '--mapping', join(folder, `${name}.yaml`), ...options)
}

function homes(): number {
  const { records } = folderStore(dataDir).tallySources('', () => {})
  return records.reduce((sum, { records: count }) => sum + count, 0)
}

function about(): CatalogAbout {
  const catalog = openCatalog(dataDir, silentLog, CARDS)
  catalog.close()
  return catalog.about()
}

/** Returns the number of homes. A home with records from several sources counts once. */
function stored(): number {
  return about().counts.home
}

test('sources are listed with their records, newest dates and last imports, also imports without changes', async () => {
  await bring('mls', 'a,yes,1,2026-01-02T03:04:00Z\nb,yes,2,2026-01-01T00:00:00Z\n')
  await bring('other', 'a,yes,1,\n')
  await bring('mls', 'a,yes,1,2026-01-02T03:04:00Z\n')
  assert.equal(await plat('sources', 'list'), EXIT.ok)
  assert.match(printed[0] ?? '', /^SOURCE +NOUN +RECORDS +NEWEST +LAST IMPORT +FILE +ROWS +ATTRIBUTION$/)
  assert.match(printed[1] ?? '', /^mls +home +2 +2026-01-02 03:04 +2026-01-31 09:30 +.*mls\.csv +1 +Told by the MLS$/)
  assert.match(printed[2] ?? '', /^other +home +1 +2026-01-31 09:30 +.*other\.csv +1 +Others$/)
  assert.equal(await plat('sources', 'list', '--json'), EXIT.ok)
  const [mls] = JSON.parse(printed.join('\n')).sources
  assert.deepEqual(mls.records, [{ noun: 'home', records: 2, newest: '2026-01-02T03:04:00.000Z' }])
  assert.deepEqual(
    mls.imports.map(({ counts }: { counts: { new: number; unchanged: number } }) => [counts.new, counts.unchanged]),
    [
      [0, 1],
      [2, 0],
    ],
  )
})

test('a source is removed with all its records after confirmation, and other sources stay', async () => {
  await bring('mls', 'a,yes,1,\nb,yes,2,\n')
  await bring('other', 'a,yes,1,\n')
  assert.equal(await plat('sources', 'remove', 'mls', '--dry-run'), EXIT.ok)
  assert.deepEqual(printed, ['Dry run: this would remove the source mls with 2 home records.'])
  assert.equal(await plat('sources', 'remove', 'mls'), EXIT.usage)
  assert.deepEqual(noted, ['This would remove the source "mls" with 2 home records: to remove it, add --yes.'])
  assert.equal(homes(), 3)
  assert.equal(sourceNames(about(), 'home'), 'Told by the MLS; Others')
  assert.equal(await plat('sources', 'remove', 'mls', '--yes'), EXIT.ok)
  assert.equal(homes(), 1)
  assert.equal(sourceNames(about(), 'home'), 'Others')
  assert.equal(await plat('sources', 'remove', 'mls', '--yes'), EXIT.data)
  assert.deepEqual(noted, ['There is no source "mls" in this catalog: the sources are other.'])
  assert.equal(await bring('mls', 'a,yes,1,\n'), EXIT.ok)
  assert.equal(homes(), 2)
})

test('if two sources have a home, removing one source removes only the data of this source', async () => {
  // Records without a street address are joined into one home if parcel number and size agree.
  const size = '  ParcelNumber: show\n  BedroomsTotal: { constant: 3 }\n  LivingArea: { constant: 1500 }\n'
  const mapping = (name: string) => `${MAPPING.replaceAll('mls', name)}${size}`
  for (const name of ['mls', 'other']) written(`${name}.yaml`, mapping(name))
  const tallies = () =>
    folderStore(dataDir)
      .tallySources('', () => {})
      .records.map(({ source, records }) => [source, records])
  await bring('mls', 'a,1234567890,1,\nb,1234567891,1,\n')
  await bring('other', 'x,1234567890,2,\n')
  assert.deepEqual(
    [tallies(), stored()],
    [
      [
        ['mls', 2],
        ['other', 1],
      ],
      2,
    ],
  )
  written('mls.yaml', `${mapping('mls')}complete: true\n`)
  await bring('mls', 'b,1234567891,1,\n')
  assert.deepEqual(
    [tallies(), stored()],
    [
      [
        ['mls', 1],
        ['other', 1],
      ],
      2,
    ],
  )
  await bring('mls', 'a,1234567890,1,\nb,1234567891,1,\n')
  const keys = ['import', written('gone.csv', 'id\nx\n'), '--mapping', join(folder, 'other.yaml'), '--deletes']
  assert.equal(await plat(...keys), EXIT.ok)
  assert.deepEqual([tallies(), stored()], [[['mls', 2]], 2])
  await bring('other', 'x,1234567890,2,\n')
  assert.equal(await plat('sources', 'remove', 'mls', '--yes'), EXIT.ok)
  assert.deepEqual([tallies(), stored()], [[['other', 1]], 1])
  assert.equal(await plat('check'), EXIT.ok)
})

test('a sample is not a source that can be removed', async () => {
  assert.equal(await plat('sample', '--homes', '1'), EXIT.ok)
  assert.equal(await plat('sources', 'remove', 'sample', '--yes'), EXIT.usage)
  assert.match(
    noted.at(-1) ?? '',
    /has a sample catalog, which can only be removed as a whole: .* \.\/plat import --replace-sample/,
  )
})

test('agents and people have a source', async () => {
  const mapping = 'name: NAME\nsource: mls\nnoun: NOUN\nkey: id\nfields: { FIELD: name }\n'
  for (const [noun, field] of [
    ['agent', 'MemberFullName'],
    ['office', 'OfficeName'],
    ['person', 'FullName'],
  ] as const) {
    const text = mapping.replace('NAME', noun).replace('NOUN', noun).replace('FIELD', field)
    const path = written(`${noun}.yaml`, text)
    assert.equal(await plat('import', written('names.csv', 'id,name\n1,Ann Doe\n'), '--mapping', path), EXIT.ok)
  }
  await plat('sources', 'list')
  assert.deepEqual(
    printed.slice(1).map((line) => line.split(/ +/).slice(0, 3)),
    [
      ['mls', 'agent', '1'],
      ['mls', 'office', '1'],
      ['mls', 'person', '1'],
    ],
  )
  assert.equal(await plat('sources', 'remove', 'mls', '--yes'), EXIT.ok)
  assert.equal(homes(), 0)
})

test('a feed deletes records by a flag, by a file of keys and by a complete list', async () => {
  await bring('mls', 'a,yes,1,\nb,yes,2,\nc,yes,3,\nd,yes,4,\n')
  await bring('mls', 'b,no,,\n')
  assert.match(
    printed.join('\n'),
    /homes {5}0 new, 0 changed, 0 unchanged, 1 removed\n.*\n {2}rows {6}1 = .* \+ 1 removed/,
  )
  const keys = ['import', written('gone.csv', 'id\nc\nx\n'), '--mapping', join(folder, 'mls.yaml'), '--deletes']
  assert.equal(await plat(...keys, '--dry-run'), EXIT.ok)
  assert.match(printed.join('\n'), /1 removed\n {2}deletes {3}1 of records that are not in the catalog\n/)
  assert.equal(homes(), 3)
  assert.equal(await plat(...keys), EXIT.ok)
  assert.equal(homes(), 2)
  written('mls.yaml', `${MAPPING}complete: true\n`)
  assert.equal(await bring('mls', 'd,yes,4,\n'), EXIT.ok)
  assert.match(printed.join('\n'), /homes {5}0 new, 0 changed, 1 unchanged, 1 gone\n/)
  assert.equal(homes(), 1)
  assert.equal(await plat('check'), EXIT.ok)
})

test('a list that would remove too much is rejected unless --max-gone allows it', async () => {
  written('mls.yaml', `${MAPPING}complete: true\n`)
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `${i},yes,1,\n`).join('')
  await bring('mls', rows(30))
  assert.equal(await bring('mls', rows(10)), EXIT.data)
  assert.match(noted.join('\n'), /has 10 of source "mls" and would remove the 20 others, 66\.7 %/)
  assert.equal(homes(), 30)
  assert.equal(await bring('mls', rows(10), '--max-gone', '1'), EXIT.ok)
  assert.equal(homes(), 10)
})
