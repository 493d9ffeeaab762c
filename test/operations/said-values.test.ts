import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, dayNumber, dayOf } from '../../src/kit/base/clock.ts'
import type { Estimate, Home } from '../../src/model/home.ts'
import { comparablesOf } from '../../src/worth/valuation/comparables.ts'
import { modelValues, type SourcedValue } from '../../src/worth/valuation/sourced-values.ts'
import { changedHome, whatIf } from '../../src/worth/valuation/what-if.ts'
import { Random } from '../engine/random.ts'
import { call } from './call.ts'
import { NOW_MS, RICH, SOLD } from './made-homes.ts'
import { smallCatalog, smallContext } from './small-catalog.ts'

const TODAY = dayNumber(NOW_MS)

/** Makes a home near RICH that was sold at a price. */
function sold(nth: number, price: number, facts: Home['facts'] = RICH.facts): Home {
  const point = { latitude: 30.29 + (nth % 7) / 1000, longitude: -97.77 - (nth % 5) / 1000 }
  const closeDate = dayOf((TODAY - nth) * DAY_MS)
  const listing = { kind: 'sale', status: 'Closed', listedBy: 'agent', closePrice: price, closeDate } as const
  return { ...SOLD, zpid: 7000 + nth, point, facts, listing }
}

const soldFor = (...prices: readonly number[]) => prices.map((price, nth) => sold(nth + 1, price))

interface Valuation {
  readonly value: number | null
  readonly values: readonly SourcedValue[]
  readonly disagreements: readonly string[]
}

async function valuationOf(home: Home, sales: readonly Home[]): Promise<Valuation> {
  const within = smallContext({ homes: [home, ...sales] })
  const body = await call('/comparable_homes', { byzpid: String(home.zpid) }, within)
  return (body as unknown as { valuation: Valuation }).valuation
}

function publishing(estimate: Estimate): Home {
  return { ...RICH, estimate }
}

const { estimate: _, ...UNVALUED } = RICH

test('a tenth of the weight of comparable sales is below the range and a tenth above, and the value is inside', async () => {
  const random = new Random(5)
  for (let round = 0; round < 40; round++) {
    const prices = Array.from({ length: random.whole(5, 20) }, () => random.whole(300_000, 900_000))
    const catalog = smallCatalog({ homes: [RICH, ...soldFor(...prices)] })
    const comparables = await comparablesOf(RICH, TODAY, catalog)
    const [said] = modelValues(comparables)
    assert(said?.low !== undefined && said.high !== undefined)
    assert.ok(said.low <= said.value && said.value <= said.high)
    const below = (price: number) =>
      comparables.comparisons.reduce((sum, each) => sum + (Math.round(each.adjustedPrice) < price ? each.weight : 0), 0)
    assert.ok(below(said.low) <= 0.1 && below(said.high) <= 0.9)
    const isWidened = said.low === said.value || said.high === said.value
    assert.ok(isWidened || (below(said.low + 1) >= 0.1 - 1e-9 && below(said.high + 1) >= 0.9 - 1e-9))
  }
})

test('the published value takes precedence, with its own range if it has one; few sales have none', async () => {
  const ten = soldFor(...Array.from({ length: 10 }, (_, i) => 690_000 + i * 2000))
  const whole = await valuationOf(publishing({ value: 700_000, lowPercent: 5, highPercent: 8 }), ten)
  assert.deepEqual(
    whole.values.map(({ kind, value, low, high }) => [kind, value, low, high]),
    [
      ['published', 700_000, 665_000, 756_000],
      ['comparables', whole.value, whole.values[1]?.low, whole.values[1]?.high],
    ],
  )
  const bare = await valuationOf(publishing({ value: 700_000, lowPercent: 5 }), ten)
  assert.deepEqual([bare.values[0]?.low, bare.values[0]?.high], [null, null])
  assert.ok(bare.values[1]?.low)
  const few = await valuationOf(UNVALUED, ten.slice(0, 4))
  assert.deepEqual(
    few.values.map(({ kind, low, high }) => [kind, low, high]),
    [['comparables', null, null]],
  )
  assert.deepEqual((await valuationOf(UNVALUED, [])).values, [])
})

test('values disagree if their ranges do not overlap: the sentence states the difference and the anomalies of the sales', async () => {
  const ten = soldFor(...Array.from({ length: 10 }, () => 600_000))
  const far = await valuationOf(publishing({ value: 800_000, lowPercent: 5, highPercent: 5 }), ten)
  const [sentence = ''] = far.disagreements
  assert.match(sentence, /\$600,000 \(\$600,000 to \$600,000\), is \$200,000 \(25 %\) below the published value of /)
  assert.match(sentence, /\$800,000 \(\$760,000 to \$840,000\): their ranges do not meet/)
  assert.doesNotMatch(sentence, /few|adjusted|days before/)
  assert.deepEqual(
    (await valuationOf(publishing({ value: 620_000, lowPercent: 5, highPercent: 5 }), ten)).disagreements,
    [],
  )
  const small = { ...RICH.facts, livingArea: 800 }
  const odd = [1, 2, 3].map((nth) => sold(200 + nth, 300_000, small))
  const [about = ''] = (await valuationOf(publishing({ value: 900_000 }), odd)).disagreements
  assert.match(about, /comparable sales are few \(3\)/)
  const percent = Math.round(100 * (Math.sqrt(2400 / 800) - 1)) // sizes count by the square root of their ratio
  assert.match(about, new RegExp(`adjusted by ${percent} % on average`))
  assert.match(about, /sold 20\d days earlier on average/)
})

interface WhatIf {
  readonly before: SourcedValue | null
  readonly after: SourcedValue | null
  readonly difference: number | null
  readonly changes: readonly { readonly fact: string; readonly from: number | null; readonly isTold: boolean }[]
  readonly unknown: readonly string[]
  readonly why?: string
}

async function asked(changes: Readonly<Record<string, string>>, home: Home = UNVALUED): Promise<WhatIf> {
  const within = smallContext({ homes: [home, ...soldFor(...Array.from({ length: 12 }, () => 600_000))] })
  return (await call('/valuation/what_if', { byzpid: String(home.zpid), ...changes }, within)) as unknown as WhatIf
}

test('an imagined home without changes has the same value, and one of twice the size has that of the model', async () => {
  const { bathrooms = 0, livingArea = 0 } = RICH.facts
  const same = await asked({ bathroomsTotal: String(bathrooms), livingArea: String(livingArea) })
  assert.deepEqual([same.difference, same.before, same.after?.value], [0, same.after, 600_000])
  let least = 0
  for (const times of [0.5, 0.8, 1, 1.3, 2]) {
    const { after } = await asked({ livingArea: String(livingArea * times) })
    assert(after)
    // all sales are equal, so each suggests this value
    assert.equal(after.value, Math.round(600_000 * times ** 0.5))
    assert.ok(after.value > least && (after.low ?? 0) <= after.value && after.value <= (after.high ?? 0))
    least = after.value
  }
  const published = await asked(
    { bathroomsTotal: '4' },
    publishing({ value: 1_000_000, lowPercent: 1, highPercent: 1 }),
  )
  assert.deepEqual([published.before?.kind, published.before?.value], ['comparables', 600_000])
  assert.ok((published.difference ?? 0) > 0)
})

test('a fact that no sale has changes nothing and is named; a home that must not be valued has no value', async () => {
  const graded = await asked({ conditionGrade: '9', yearRenovated: '2026' })
  assert.equal(graded.difference, 0)
  assert.deepEqual(
    graded.changes.map(({ fact, from, isTold }) => [fact, from, isTold]),
    [
      ['yearRenovated', null, false],
      ['conditionGrade', null, false],
    ],
  )
  assert.deepEqual(graded.unknown, ['yearRenovated', 'qualityGrade', 'conditionGrade'])
  const { listing } = UNVALUED
  assert(listing)
  const none = await asked({ bedroomsTotal: '3' }, { ...UNVALUED, listing: { ...listing, noValuation: true } })
  assert.deepEqual([none.before, none.after, none.difference], [null, null, null])
  assert.match(none.why ?? '', /forbids/)
  await assert.rejects(asked({}), /Give at least one change: bedroomsTotal, bathroomsTotal/)
})

test('a changed home keeps its record, and facts that depend on the change follow it', async () => {
  const before = structuredClone(RICH)
  const { facts } = changedHome(RICH, { bathroomsTotal: 3.5, livingArea: 2600, bedroomsTotal: 4 })
  assert.deepEqual(RICH, before)
  assert.deepEqual(
    [facts.bathrooms, facts.bathroomsFull, facts.bathroomsHalf, facts.livingArea, facts.aboveGradeFinishedArea],
    [3.5, 3, 1, 2600, 2600],
  )
  assert.deepEqual(changedHome(RICH, { bathroomsTotal: 2.5 }), RICH)
  const catalog = smallCatalog({ homes: [RICH] })
  assert.deepEqual(await whatIf(RICH, { bedroomsTotal: 1 }, TODAY, catalog).then(({ after }) => after), undefined)
})
