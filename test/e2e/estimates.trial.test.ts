import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
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
  EstimatedValue: { column: value, as: number }
  InternetAutomatedValuationDisplayYN: { column: valued, as: boolean }
`
const HEADER = 'id,street,latitude,longitude,sold,price,bedrooms,bathrooms,area,built,value,valued'

const PUBLISHED = 1401
const FORBIDDEN = 1402
const PLAIN = 1403

/** A row of the file, with what the source publishes of the home, and what it forbids. */
function row(id: number, price = soldHome(id).listing?.closePrice ?? 0): string {
  const { point, listing, facts, address } = soldHome(id)
  const { bedroomsTotal, bathrooms, livingArea, yearBuilt } = facts
  const value = id === PUBLISHED ? 123_456 : ''
  const where = [id, address.streetAddress, point.latitude, point.longitude]
  const sold = [listing?.closeDate, price, bedroomsTotal, bathrooms, livingArea, yearBuilt]
  return [...where, ...sold, value, id !== FORBIDDEN].join(',')
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
  return (await answer.json()) as T // as the operation is declared
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

test('the backtest of a place is of its newest sales, and tells the estimator that values its homes', async () => {
  interface Backtest {
    readonly estimators: readonly unknown[]
    readonly figures: { readonly sales: number; readonly lastDay: string; readonly medianErrorPercent: number }
    readonly zipcodes: { readonly total: number; readonly listed: readonly { readonly name: string }[] }
  }
  const { estimators, figures, zipcodes } = await asked<Backtest>('/valuation/backtest?search_query=Austin,%20TX')
  assert.deepEqual(estimators, [{ market: 'TX', asOf: '2015-06-30', sales: HOMES }])
  assert.ok(figures.sales > 300 && figures.sales < HOMES, `${figures.sales}`)
  assert.equal(figures.lastDay, '2015-06-30')
  assert.ok(figures.medianErrorPercent < 15, `${figures.medianErrorPercent}`)
  assert.deepEqual([zipcodes.total, zipcodes.listed[0]?.name], [1, '78704'])
})

test('a published value is never replaced', async () => {
  const { zestimate, valueSource } = await shortOf(PUBLISHED)
  assert.deepEqual([zestimate, valueSource], [123_456, { kind: 'published', source: 'county', estimate: null }])
})

interface Said {
  readonly kind: string
  readonly value: number
  readonly low: number | null
  readonly high: number | null
}

interface Valuation {
  readonly estimate: Estimate
  readonly values: readonly Said[]
  readonly disagreements: readonly string[]
}

test('beside a published value without a range stand those of Plat and of sales with theirs, and what does not meet is told', async () => {
  const { valuation } = await asked<{ valuation: Valuation }>(`/comparable_homes?byzpid=${PUBLISHED}`)
  const { values, estimate, disagreements } = valuation
  const [published, own, sales] = values
  assert.deepEqual(published, { kind: 'published', source: 'county', value: 123_456, low: null, high: null })
  assert.deepEqual(
    [own?.kind, own?.value, own?.low, own?.high],
    ['estimated', estimate.value, estimate.low80, estimate.high80],
  )
  assert.equal(sales?.kind, 'comparables')
  const apart = [own, sales].filter((said) => (said?.low ?? 0) > 123_456 || (said?.high ?? 0) < 123_456)
  assert.ok(apart.length > 0, 'values that meet prove nothing')
  assert.equal(disagreements.length, apart.length)
  for (const [nth, said] of apart.entries())
    assert.ok(disagreements[nth]?.includes(`$${Math.abs((said?.value ?? 0) - 123_456).toLocaleString('en-US')} (`))
})

test('a home that is imagined larger is worth more by the estimator, and one that is imagined as it is the same', async () => {
  interface WhatIf {
    readonly before: Said
    readonly after: Said
    readonly difference: number
    readonly unknown: readonly string[]
  }
  const { livingArea = 0 } = soldHome(PLAIN).facts
  const sized = (area: number) => asked<WhatIf>(`/valuation/what_if?byzpid=${PLAIN}&livingArea=${area}`)
  const { valueSource } = await shortOf(PLAIN)
  const same = await sized(livingArea)
  assert.deepEqual([same.before, same.difference], [same.after, 0])
  const { kind, value, low, high } = same.before
  const { value: shown, low80, high80 } = valueSource?.estimate ?? assert.fail('it is estimated')
  assert.deepEqual([kind, value, low, high], ['estimated', shown, low80, high80])
  const { before, after, difference, unknown } = await sized(1.4 * livingArea)
  assert.deepEqual([before, difference], [same.before, after.value - value])
  const ratio = after.value / before.value
  assert.ok(Math.abs(ratio / 1.4 ** 0.8 - 1) < 0.15, `${ratio} times the value`) // see `soldHome`
  assert.ok((after.low ?? 0) <= after.value && after.value <= (after.high ?? 0))
  for (const fact of ['conditionGrade', 'yearRenovated', 'lotSize']) assert.ok(unknown.includes(fact), fact)
  for (const fact of ['livingArea', 'yearBuilt', 'bathroomsTotal']) assert.ok(!unknown.includes(fact), fact)
})

test('a home that its listing forbids to value gets no estimate in any answer', async () => {
  const { zestimate, valueSource } = await shortOf(FORBIDDEN)
  assert.deepEqual([zestimate, valueSource], [null, null])
  const { propertyDetails } = await asked<{ propertyDetails: Record<string, unknown> }>(`/pro/byzpid?zpid=${FORBIDDEN}`)
  assert.deepEqual([propertyDetails.zestimate, propertyDetails.valueSource], [null, null])
  const { valuation } = await asked<{ valuation: Record<string, unknown> }>(`/comparable_homes?byzpid=${FORBIDDEN}`)
  assert.deepEqual([valuation.value, valuation.estimate], [null, null])
})

test('a change of one row is found, and keeps what was learnt', async () => {
  const before = await shortOf(PLAIN)
  await imported([HEADER, row(1, 987_000)])
  for (;;) {
    const { Price } = await asked<{ Price: number }>(`/byzpid?zpid=1`)
    if (Price === 987_000) break
  }
  const after = await shortOf(PLAIN)
  assert.equal(after.valueSource?.estimate?.sales, before.valueSource?.estimate?.sales)
})
