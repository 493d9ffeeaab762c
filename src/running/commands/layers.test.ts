import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { trialTerminal } from '../../../test/terminal.ts'
import { openWriter } from '../../catalog/opening/open-writer.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { EXIT } from '../../kit/base/failure.ts'
import { run } from '../cli/index.ts'

let folder: string
let printed: string[]
let noted: string[]
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-layers-'))
  const newCatalogId = () => '0'.repeat(16)
  const dataDir = join(folder, 'data')
  const catalog = openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards: trialCards })
  catalog.put('home', home(1))
  catalog.commit()
})
after(() => rmSync(folder, { recursive: true }))

async function plat(...words: readonly string[]): Promise<number> {
  const environment = { PLAT_DATA: join(folder, 'data') }
  const terminal = trialTerminal({ environment, clock: fixedClock(Date.UTC(2026, 0, 31)) })
  ;({ printed, noted } = terminal)
  return await run(['layers', ...words], terminal)
}

function written(...rings: readonly (readonly (readonly number[])[])[]): string {
  const file = join(folder, 'zones.geojson')
  const features = rings.map((ring, i) => ({
    type: 'Feature',
    properties: { zone: `Z${i}` },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }))
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }))
  return file
}

test('a layer is added, listed, replaced and removed, with its numbers in each report', async () => {
  const { longitude = 0, latitude = 0 } = home(1).point ?? {}
  const around = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x = 0, y = 0]) => [longitude + x, latitude + y]) // biome-ignore format: a line
  const file = written(around, [[0, 0], [1, 1]], [[500, 0], ...around]) // biome-ignore format: a line
  const more = ['--name-column', 'zone', '--label', 'Zones', '--source', 'The city', '--date', '2026-05-01']
  assert.equal(await plat('add', 'zones', '--file', file, ...more), EXIT.ok)
  assert.deepEqual(printed, [
    'Layer zones: 1 features, 1 homes in them.',
    'Features with open rings, which were closed: 1 (1).',
    'Features left out, because none of its rings encloses an area: 1 (2).',
    'Features left out, because one of its corners is not a place on earth: 1 (3).',
  ])
  await plat('list')
  assert.match(printed[1] ?? '', /^zones +1 +Zones +The city +2026-05-01$/)
  assert.equal(await plat('add', 'zones', '--file', file), EXIT.usage)
  assert.deepEqual(noted, ['A layer "zones" already exists: to replace it, add --replace.'])
  assert.equal(await plat('add', 'zones', '--file', written([[0, 0], [1, 1]]), '--replace'), EXIT.data) // biome-ignore format: a line
  assert.match(noted[0] ?? '', /zones\.geojson" has no polygons: of feature 1, none of its rings encloses an area\.$/)
  assert.equal(await plat('add', 'zones', '--file', written(), '--replace'), EXIT.data)
  assert.match(noted[0] ?? '', /zones\.geojson" has no polygons: it has no features\.$/)
  await plat('list', '--json')
  const zones = { name: 'zones', label: 'Zones', source: 'The city', date: '2026-05-01', features: 1 }
  assert.deepEqual(JSON.parse(printed.join('')), { layers: [zones] })
  const others = [[0, 0], [1, 0], [1, 1], [0, 0]] // biome-ignore format: a line
  assert.equal(
    await plat('add', 'zones', '--file', written(others, others), '--id-column', 'zone', '--replace'),
    EXIT.ok,
  )
  assert.deepEqual(printed, ['Layer zones: 2 features, 0 homes in them.'])
  assert.equal(await plat('add', 'Zones!', '--file', file), EXIT.usage)
  assert.match(noted[0] ?? '', /^The name of a layer must have .*; you gave "Zones!"\.$/)
  assert.equal(await plat('remove', 'zone', '--yes'), EXIT.data)
  assert.deepEqual(noted, ['There is no layer "zone": the layers are zones. Did you mean zones?'])
  assert.equal(await plat('remove', 'zones'), EXIT.usage)
  assert.equal(await plat('remove', 'zones', '--yes'), EXIT.ok)
  await plat('list')
  assert.deepEqual(noted, ['The catalog has no layers.'])
})
