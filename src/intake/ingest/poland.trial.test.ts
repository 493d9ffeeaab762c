import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { Trial } from '../../../test/ingest/trial.ts'
import { needs, SHARED_DATA } from '../../../test/needs.ts'
import { derivedOfferId } from '../../model/identity.ts'
import type { Offer } from '../../model/offer.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { polishCity } from '../../places/regions/polish-cities.ts'
import { loadMapping } from './mapping-files.ts'
import type { Report } from './report.ts'
import { runImport } from './run.ts'

const FOLDER = `${SHARED_DATA}/poland/`

interface Line {
  readonly id: string
  readonly city: string
  readonly price: number
}

suite('asking prices of flats in Poland', needs('shared data'), () => {
  let trial: Trial
  let reports: Report[]
  let offers: readonly Offer[]
  const august = new Map<string, Line>()
  const september = new Map<string, Line>()

  const bring = (file: string, mapping: string) =>
    runImport({
      files: [FOLDER + file],
      mapping: loadMapping(mapping),
      openWriter: () => trial.openWriter(),
      gazetteer: loadGazetteer(),
      clock: { now: () => Date.UTC(2026, 0, 1) },
      rejectsPath: trial.rejectsPath,
    })

  before(async () => {
    trial = new Trial()
    reports = [
      await bring('apartments_pl_2023_08.csv', 'poland-flats'),
      await bring('apartments_pl_2023_09.csv', 'poland-flats'),
    ]
    offers = trial.all('offer')
    for (const [lines, month] of [
      [august, '08'],
      [september, '09'],
    ] as const) {
      for (const line of linesOf(`apartments_pl_2023_${month}.csv`, ',')) lines.set(line.id, line)
    }
  })
  after(() => trial.remove())

  test('after both months each city has one offer per id, and the offers in its newer list are on the market', () => {
    const all = countedByCity(new Map([...august, ...september]).values())
    const now = countedByCity(september.values())
    assert.deepEqual(countedByCity(offers), all)
    assert.deepEqual(countedByCity(offers.filter(({ goneSince }) => goneSince === undefined)), now)
    assert.deepEqual(
      reports.map(({ rowsRejected, counts }) => [rowsRejected, counts]),
      [
        [0, { new: 18_905, changed: 0, unchanged: 0, removed: 0, gone: 0 }],
        [0, { new: 6098, changed: 10_899, unchanged: 0, removed: 0, gone: 8006 }],
      ],
    )
  })

  test('an offer in both months has the newer price, and a history if the price changed', () => {
    let moved = 0
    for (const offer of offers) {
      const [old, late] = [august.get(offer.sourceKey), september.get(offer.sourceKey)]
      assert.equal(offer.price, (late ?? old)?.price)
      assert.equal(offer.goneSince, late ? undefined : '2023-09-01')
      const prices = [old, late].flatMap((line) => line?.price ?? []).filter((price, i, all) => price !== all[i - 1])
      assert.deepEqual(
        offer.priceHistory?.map(({ price }) => price),
        prices,
      )
      if (prices.length > 1) moved++
    }
    assert.ok(moved > 100, `${moved} prices moved`)
  })

  test('importing the older month again changes nothing', async () => {
    const report = await bring('apartments_pl_2023_08.csv', 'poland-flats')
    assert.deepEqual(report.counts, { new: 0, changed: 0, unchanged: 18_905, removed: 0, gone: 0 })
    assert.equal(trial.ending, 'rollback')
  })

  test('rents with decimal commas coexist with the asking prices and mark none of them as gone', async () => {
    const file = 'apartments_rent_pl_2024_06.csv'
    const report = await bring(file, 'poland-rents')
    assert.deepEqual([report.rowsRead, report.rowsRejected, report.counts.new], [8849, 0, 8849])
    const rented = trial.all('offer').filter(({ searchType }) => searchType === 'For_Rent')
    assert.deepEqual(countedByCity(rented), countedByCity(linesOf(file, ';')))
    assert.ok(rented.some(({ area }) => !Number.isInteger(area)))
    assert.equal(
      rented.some(({ goneSince }) => goneSince !== undefined),
      false,
    )
    const first = rented.find(
      ({ offerId }) => offerId === derivedOfferId('poland-rents', '40cb3c6185236a3e4f136641ab7099a4'),
    )
    assert.deepEqual([first?.area, first?.price, first?.point?.latitude], [47, 2700, 53.43823079])
  })
})

function linesOf(file: string, delimiter: string): Line[] {
  const [header = '', ...lines] = readFileSync(FOLDER + file, 'utf8')
    .trim()
    .split('\n')
  const place = (name: string) => header.split(delimiter).indexOf(name)
  const [id, city, price] = [place('id'), place('city'), place('price')]
  return lines.map((line) => {
    const cells = line.replaceAll('\r', '').split(delimiter)
    return { id: cells[id] ?? '', city: polishCity(cells[city] ?? '')?.city ?? '', price: Number(cells[price]) }
  })
}

function countedByCity(lines: Iterable<{ readonly city: string }>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { city } of lines) counts[city] = (counts[city] ?? 0) + 1
  return counts
}
