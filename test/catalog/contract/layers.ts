import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Catalog } from '../../../src/catalog/ports/catalog.ts'
import { addLayer, type LayerReport, removeLayer } from '../../../src/intake/ingest/layers.ts'
import { storeOf } from '../../../src/intake/ingest/record-store.ts'
import { Random } from '../../../src/kit/algorithms/random.ts'
import type { Home, Point } from '../../../src/model/home.ts'
import { LAYER, layerKey, nameId } from '../../../src/model/layer.ts'
import { type Contains, inPolygon } from '../../search/shapes.ts'
import type { Backend } from '../contract.ts'
import { homeQuery } from './home-search.ts'
import { listed } from './records.ts'

const HOMES = 200
const FEATURES = 20
const RUN = { signal: new AbortController().signal, onProgress: () => {} }

type Ring = readonly (readonly [latitude: number, longitude: number])[]

interface Feature {
  readonly id: string
  readonly name: string
  /** Each polygon has an outline, and perhaps a hole. */
  readonly polygons: readonly (readonly Ring[])[]
  readonly contains: readonly Contains[]
}

/** Returns a star around a point, rounded to ten-millionths of a degree, as layers are stored. */
function star(random: Random, { latitude, longitude }: Point, reach: number): Ring {
  const corners = random.whole(3, 30)
  const whole = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.5 * random.unit())) / corners
    const far = reach * (0.3 + 0.7 * random.unit())
    return [whole(latitude + far * Math.sin(angle)), whole(longitude + far * Math.cos(angle))] as const
  })
}

function someFeatures(random: Random, names: string): readonly Feature[] {
  return Array.from({ length: FEATURES }, (_, i) => {
    const polygons = Array.from({ length: random.pick([1, 1, 1, 2]) }, () => {
      const middle = { latitude: 30 + random.unit(), longitude: -98 + random.unit() }
      const reach = random.pick([0.02, 0.1, 0.4])
      const outline = star(random, middle, reach)
      return random.chance(0.4) ? [outline, star(random, middle, reach / 4)] : [outline]
    })
    const contains = polygons.map((rings) => inPolygon(...rings))
    return { id: `${names}${i}`, name: `${names} ${i % 7}`, polygons, contains }
  })
}

function geojson(features: readonly Feature[]): string {
  const closed = (ring: Ring) => [...ring, ...ring.slice(0, 1)].map(([latitude, longitude]) => [longitude, latitude])
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(({ id, name, polygons }) => ({
      type: 'Feature',
      id,
      properties: { name },
      geometry: { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(closed)) },
    })),
  })
}

function holds({ contains }: Feature, { point, address }: Home): boolean {
  return point !== undefined && !address.undisclosed && contains.some((each) => each(point))
}

/** Tests that searches by layer find exactly the homes inside, in whatever order layers and homes were added. */
export function layersContract(backendOf: () => Backend): void {
  test('homes inside and outside layers are found and counted as if each polygon was tested by itself, also after homes or layers change', async () => {
    const backend = backendOf()
    const folder = mkdtempSync(join(tmpdir(), 'plat-layers-'))
    const random = new Random(1, 'layers')
    const homes = new Map<number, Home>()
    const put = (zpid: number) => {
      const home = listed(zpid, { listPrice: zpid })
      const point = { latitude: 30 + random.unit(), longitude: -98 + random.unit() }
      const address = { ...home.address, ...(random.chance(0.1) && { undisclosed: true as const }) }
      homes.set(zpid, { ...home, address, point })
      return homes.get(zpid) as Home // just set
    }
    const write = async (work: (writer: ReturnType<Backend['write']>) => unknown) => {
      const writer = backend.write()
      await work(writer)
      writer.commit()
    }
    const layers = new Map<string, readonly Feature[]>()
    const add = async (name: string, features: readonly Feature[]) => {
      const file = join(folder, 'layer.geojson')
      writeFileSync(file, geojson(features))
      layers.set(name, features)
      let report: LayerReport | undefined
      await write(async (writer) => {
        report = await addLayer(writer, file, { name, label: name }, RUN)
      })
      return report ?? assert.fail()
    }
    let catalog: Catalog | undefined
    const asExpected = async () => {
      catalog?.close()
      catalog = await backend.read()
      assert.deepEqual(
        (catalog.about().layers ?? []).map(({ name, features }) => [name, features]),
        [...layers]
          .map(([name, features]) => [name, features.length])
          .toSorted((a, b) => (`${a[0]}` < `${b[0]}` ? -1 : 1)),
      )
      const queries = [...layers].flatMap(([name, features]) => [
        { keys: [layerKey(name)], features },
        { keys: [layerKey(name, features[3]?.id)], features: features.slice(3, 4) },
        { keys: [layerKey(name, nameId(`${features[0]?.name}`))], features: features.filter((_, i) => i % 7 === 0) },
      ])
      for (const { keys, features } of [...queries, { keys: [layerKey('gone')], features: [] }]) {
        const place = { kind: 'place', regions: keys } as const
        const none = { kind: 'none', alternatives: [[place]] } as const
        for (const [node, isIn] of [
          [place, true],
          [none, false],
        ] as const) {
          const page = await catalog.search('home').page(homeQuery([node], { limit: HOMES }))
          const zpids = page.hits.map((hit) => (hit.kind === 'home' ? hit.zpid : -1)).sort((a, b) => a - b)
          const wanted = [...homes.values()].filter((home) => features.some((one) => holds(one, home)) === isIn)
          assert.deepEqual(
            zpids,
            wanted.map(({ zpid }) => zpid),
            `${keys.join(' ')} ${isIn}`,
          )
        }
      }
      const counted = [...layers].flatMap(([name, features]) =>
        features.flatMap((one) => {
          const results = [...homes.values()].filter((home) => holds(one, home)).length
          return results === 0 ? [] : [{ key: layerKey(name, one.id), results }]
        }),
      )
      counted.sort((one, other) => other.results - one.results || (one.key < other.key ? -1 : 1))
      const measures = [5, 100].map((most) => ({ kind: 'places', type: LAYER, most, ignores: [] }) as const)
      const { measured } = await catalog.search('home').cards(homeQuery([], { limit: 0, measures }))
      assert.deepEqual(
        measured,
        measures.map(({ kind, most }) => {
          const places = counted.slice(0, most)
          return { kind, places, others: counted.length - places.length }
        }),
      )
    }
    try {
      await write((writer) => {
        for (let zpid = 1; zpid <= HOMES; zpid++) writer.put('home', put(zpid))
      })
      const zones = someFeatures(random, 'zone')
      const { homes: inside } = await add('zones', zones)
      assert.equal(inside, [...homes.values()].filter((home) => zones.some((one) => holds(one, home))).length)
      assert.ok(inside > HOMES / 10 && inside < HOMES, `${inside} homes tell little`)
      await add('areas', someFeatures(random, 'area'))
      await asExpected()
      const shape = await catalog?.records.get('shape', 'zones/zone3')
      assert.equal(shape?.name, 'zone 3')
      // This import moves homes, hides the addresses of others, and adds new ones.
      await write((writer) => {
        const store = storeOf('home', writer)
        for (let zpid = 1; zpid <= HOMES; zpid += 5) store.put(put(zpid), store.get(zpid))
        store.flush()
      })
      await asExpected()
      await add('zones', someFeatures(random, 'other'))
      await asExpected()
      await write((writer) => removeLayer(writer, 'areas', RUN))
      layers.delete('areas')
      await asExpected()
      assert.equal(await catalog?.records.get('shape', 'areas/area3'), undefined)
      const [first] = [...homes.values()].filter((home) => !home.address.undisclosed)
      assert.equal(
        (await catalog?.records.get('home', first?.zpid ?? 0))?.layers?.some(({ layer }) => layer === 'areas') ?? false,
        false,
      )
    } finally {
      catalog?.close()
      rmSync(folder, { recursive: true })
    }
  })
}
