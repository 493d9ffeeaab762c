import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../../src/catalog/catalog-writer.ts'
import { type ClimateScore, climateScoreId } from '../../../src/model/market.ts'

function climate(area: Pick<ClimateScore, 'resolution' | 'areaId' | 'peril' | 'name'>): ClimateScore {
  const scale = { score: 1, scaleMin: 0, scaleMax: 1, unit: 'points', vintage: '2025', explanation: 'More is worse.' }
  return { scoreId: climateScoreId(area), source: 'test', ...area, ...scale }
}

/** What `catalogContract` asks of climate scores and mortgage rates. */
export function marketPromises(written: (write: (writer: CatalogWriter) => void) => Catalog): void {
  test('all climate scores of an area are found, and none of one whose id only begins alike', async () => {
    const of = (resolution: ClimateScore['resolution'], areaId: string, name: string) =>
      climate({ resolution, areaId, name, peril: 'flood' })
    const scores = [
      of('county', '53033', 'b/2'),
      of('county', '53033', 'a'),
      of('tract', '53033000100', 'a'),
      of('parcel', '53033', 'ÿ'),
      of('county', '5303', 'a'),
      of('county', '53034', 'a'),
    ]
    const catalog = written((writer) => {
      for (const score of scores) writer.put('climate', score)
    })
    const county = { resolution: 'county', areaId: '53033' } as const
    const parcel = { resolution: 'parcel', areaId: '53033' } as const
    assert.deepEqual(await catalog.records.climateOf([county]), [scores[1], scores[0]])
    assert.deepEqual(await catalog.records.climateOf([parcel, county]), [scores[3], scores[1], scores[0]])
    assert.deepEqual(await catalog.records.climateOf([{ ...county, areaId: '' }]), [])
    assert.deepEqual(await catalog.records.climateOf([]), [])
    catalog.close()
  })

  test('the latest rate of each product is the one with the latest date', async () => {
    const catalog = written((writer) => {
      for (const [product, date, rate] of [
        ['30_Year', '2026-01-08', 6.1],
        ['30_Year', '2026-01-01', 6.3],
        ['15_Year', '2025-12-01', 5],
      ] as const) {
        writer.put('rate', { rateId: `${product}/${date}`, source: 'test', product, date, rate })
      }
    })
    assert.deepEqual(
      (await catalog.records.latestRates()).map(({ product, rate }) => [product, rate]),
      [
        ['15_Year', 5],
        ['30_Year', 6.1],
      ],
    )
    catalog.close()
  })
}
