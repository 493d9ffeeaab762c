import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../base/random.ts'
import { type ComparableSale, HAND_SET_EFFECTS } from './appraisal.ts'
import { type Traits, traitsOf } from './likeness.ts'
import { type Compared, fitEffects } from './market-effects.ts'

const PLAIN: Traits = traitsOf({
  homeType: 'SINGLE_FAMILY',
  facts: { livingArea: 2000, bathrooms: 2, yearBuilt: 1980 },
})

/** Homes whose prices follow a living area that counts 0.8, and baths that count nothing. */
function homes(count: number): Compared[] {
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
    return { traits, price: priceOf(traits), sales }
  })
}

test('fitted effects find what prices follow, and leave what homes do not differ in as it was set by hand', () => {
  const effects = fitEffects(homes(600))
  assert.ok(Math.abs(effects.livingArea - 0.8) < 0.03)
  assert.ok(Math.abs(effects.bathrooms) < 0.01)
  assert.equal(effects.qualityGrade, HAND_SET_EFFECTS.qualityGrade)
})

test('without sales the effects are those set by hand', () => {
  assert.deepEqual(fitEffects([]), HAND_SET_EFFECTS)
  assert.deepEqual(fitEffects([{ traits: PLAIN, price: 100_000, sales: [] }]), HAND_SET_EFFECTS)
})
