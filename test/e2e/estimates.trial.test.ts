import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { soldHome } from '../sold-homes.ts'
import { newKey, plat, type Served, scratch, serve } from './program.ts'

const HOMES = 1500

const MAPPING = `
name: county
source: county
noun: home
format: csv
key: id
zpid: id
fields:
  HomeType: { constant: SINGLE_FAMILY }
  StreetAddress: street
  City: { constant: Austin }
  StateOrProvince: { constant: TX }
  PostalCode: { constant: '78704' }
  Latitude: latitude
  Longitude: longitude
  StandardStatus: { constant: Closed }
  CloseDate: sold
  ClosePrice: { column: price, as: number }
  BedroomsTotal: bedrooms
  BathroomsTotalDecimal: bathrooms
  LivingArea: area
  YearBuilt: built
`
const HEADER = 'id,street,latitude,longitude,sold,price,bedrooms,bathrooms,area,built'

const PLAIN = 1403

function row(id: number, price = soldHome(id).listing?.closePrice ?? 0): string {
  const { point, listing, facts, address } = soldHome(id)
  const { bedroomsTotal, bathrooms, livingArea, yearBuilt } = facts
  const where = [id, address.streetAddress, point.latitude, point.longitude]
  const sold = [listing?.closeDate, price, bedroomsTotal, bathrooms, livingArea, yearBuilt]
  return [...where, ...sold].join(',')
}

const folder = scratch()
let served: Served
let key = ''

before(async () => {
  const ids = Array.from({ length: HOMES }, (_, i) => i + 1)
  await imported([HEADER, ...ids.map((id) => row(id))])
  key = (await newKey(folder.path, 'basic')).key
  served = await serve(folder.path, { PLAT_WORKERS: '2' })
})

after(async () => {
  await served.stop()
  folder.remove()
})

async function imported(lines: readonly string[]): Promise<void> {
  const [file, mapping] = [join(folder.path, 'sales.csv'), join(folder.path, 'county.yaml')]
  writeFileSync(file, `${lines.join('\n')}\n`)
  writeFileSync(mapping, MAPPING)
  const { code, stdout, stderr } = await plat(['import', file, '--mapping', mapping, '--data', folder.path])
  assert.equal(code, 0, stdout + stderr)
}

interface Estimate {
  readonly value: number
  readonly low80: number
  readonly high80: number
  readonly low90: number
  readonly high90: number
  readonly asOf: string
  readonly sales: number
  readonly reasons: readonly unknown[]
}

interface Short {
  readonly PropertyZPID: number
  readonly zestimate: number | null
  readonly valueSource: { kind: string; source: string; estimate: Estimate | null } | null
}

async function asked<T>(path: string): Promise<T> {
  const answer = await served.get(path, { 'x-api-key': key })
  assert.equal(answer.status, 200, path)
  return (await answer.json()) as T // the operation declares this type
}

function shortOf(id: number): Promise<Short> {
  return asked<Short>(`/byzpid?zpid=${id}`)
}

test('a home without a published value is estimated by Plat, within its intervals, and every answer says the same', async () => {
  const { zestimate, valueSource } = await shortOf(PLAIN)
  const estimate = valueSource?.estimate
  assert(zestimate !== null && estimate)
  assert.deepEqual([valueSource.kind, valueSource.source, estimate.value], ['estimated', 'Plat', zestimate])
  const ends = [estimate.low90, estimate.low80, zestimate, estimate.high80, estimate.high90]
  assert.deepEqual(
    ends.toSorted((one, other) => one - other),
    ends,
  )
  assert.deepEqual([estimate.asOf, estimate.sales], ['2015-06-30', HOMES])
  assert.ok(estimate.reasons.length > 0)
  const price = soldHome(PLAIN).listing?.closePrice ?? 0
  assert.ok(Math.abs(Math.log(zestimate / price)) < 0.3, `${zestimate} for a home of ${price}`)

  const full = await asked<{ propertyDetails: Record<string, unknown> }>(`/pro/byzpid?zpid=${PLAIN}`)
  const { valuation } = await asked<{ valuation: { estimate: Estimate } }>(`/comparable_homes?byzpid=${PLAIN}`)
  const chart = await asked<{
    DataPoints: { homeValueChartData: readonly { source: string; points: { y: number }[] }[] }
  }>(`/graph_charts?byzpid=${PLAIN}&which=zestimate_history&recent_first=true`)
  const [line] = chart.DataPoints.homeValueChartData
  assert.deepEqual(full.propertyDetails.zestimate, zestimate)
  assert.deepEqual(full.propertyDetails.valueSource, valueSource)
  assert.deepEqual(valuation.estimate, estimate)
  assert.equal(line?.points[0]?.y, zestimate)
  assert.match(line.source, /estimates by Plat/)
})

test('a change of one row is found, and leaves the trained estimators in place', async () => {
  const before = await shortOf(PLAIN)
  await imported([HEADER, row(1, 987_000)])
  for (;;) {
    const { Price } = await asked<{ Price: number }>(`/byzpid?zpid=1`)
    if (Price === 987_000) break
    await pause(20) // calls without a pause would exceed the key's rate
  }
  const after = await shortOf(PLAIN)
  assert.equal(after.valueSource?.estimate?.sales, before.valueSource?.estimate?.sales)
})
