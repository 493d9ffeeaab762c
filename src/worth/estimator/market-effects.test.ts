import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../kit/algorithms/random.ts'
import { HAND_SET_EFFECTS } from './appraisal.ts'
import type { ComparableSale } from './comparable-sale.ts'
import { COMPARED, TRAIT_NUMBERS, type Traits, traitsOf, writeTraits } from './likeness.ts'
import { type ComparedSale, fitEffects } from './market-effects.ts'
import type { PriceLevel } from './price-level.ts'
import { aroundOf } from './weighing.ts'

const DAY = 16_000
const LEVEL: PriceLevel = { firstDay: DAY, stepDays: 15, levels: new Float64Array(1) }

const PLAIN: Traits = traitsOf({
  homeType: 'SINGLE_FAMILY',
  facts: { livingArea: 2000, bathrooms: 2, yearBuilt: 1980 },
})

/** Homes whose prices depend on the living area, with an effect of 0.8, and not on bathrooms. */
function homes(count: number): ComparedSale[] {
  const random = new Random(3, 'homes')
  const priceOf = ({ livingArea }: Traits) => 200 * 1000 ** 0.2 * livingArea ** 0.8
  const some = (): Traits => ({
    ...PLAIN,
    livingArea: random.whole(1000, 3000),
    bathrooms: random.whole(1, 4),
    yearBuilt: random.whole(1950, 2010),
  })
  return Array.from({ length: count }, () => {
    const traits = some()
    const sales = Array.from({ length: 20 }, (_, i): ComparableSale => {
      const other = some()
      return { zpid: i, traits: other, price: priceOf(other), distanceM: 500, daysAgo: 30, marketFactor: 1 }
    })
    return compared(traits, priceOf(traits), sales)
  })
}

function compared(home: Traits, price: number, sales: readonly ComparableSale[]): ComparedSale {
  const traits = new Float64Array(TRAIT_NUMBERS)
  writeTraits(home, traits, 0)
  return { traits, start: 0, logPrice: Math.log(price), asOfDay: DAY, around: aroundOf(sales, DAY) }
}

test('fitted effects match how the prices were made; a trait that never varies keeps its default effect', () => {
  const effects = fitEffects(homes(600), LEVEL)
  assert.ok(Math.abs(effects.livingArea - 0.8) < 0.03)
  assert.ok(Math.abs(effects.bathrooms) < 0.01)
  assert.equal(effects.qualityGrade, HAND_SET_EFFECTS.qualityGrade)
})

test('without sales, all effects are the default effects', () => {
  assert.deepEqual(fitEffects([], LEVEL), HAND_SET_EFFECTS)
  assert.deepEqual(fitEffects([compared(PLAIN, 100_000, [])], LEVEL), HAND_SET_EFFECTS)
})

test('land says nothing about the lots of homes', () => {
  const random = new Random(5, 'land')
  const lot = (): Traits => traitsOf({ homeType: 'LOT', facts: { lotSizeSquareFeet: random.whole(5000, 80_000) } })
  const priceOf = ({ lotSize }: Traits) => 40_000 * (lotSize / 20_000) ** 0.9
  const lots = Array.from({ length: 300 }, (): ComparedSale => {
    const traits = lot()
    const sales = Array.from({ length: 20 }, (_, i): ComparableSale => {
      const other = lot()
      return { zpid: i, traits: other, price: priceOf(other), distanceM: 500, daysAgo: 30, marketFactor: 1 }
    })
    return compared(traits, priceOf(traits), sales)
  })
  assert.deepEqual(fitEffects(lots, LEVEL), HAND_SET_EFFECTS)
})

/** The first number is the type of the home. */
const YEAR_AT = 1 + COMPARED.indexOf('yearBuilt')

test('a home with an absurd trait does not distort the effects fitted to all other homes', () => {
  for (const yearBuilt of [0, 9e15, Infinity]) {
    const some = homes(600)
    const [first] = some
    const traits = first?.traits.map((each, i) => (i === YEAR_AT ? yearBuilt : each))
    const effects = fitEffects(first && traits ? [{ ...first, traits }, ...some.slice(1)] : [], LEVEL)
    assert.ok(Math.abs(effects.livingArea - 0.8) < 0.03)
    assert.ok(Math.abs(effects.yearBuilt) < 0.0005)
  }
})
