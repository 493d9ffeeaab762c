import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS } from './default-plans.ts'
import { readPlans } from './plans.ts'
import { creditsForRows } from './row-price.ts'

const BASIC = readPlans(DEFAULT_PLANS, 'plans.yaml').get('basic') ?? assert.fail()

test('a credit buys 200 rows or the number in the plan, and an empty page costs one credit', () => {
  const priced = (plan: typeof BASIC, rows: readonly number[]) => rows.map((each) => creditsForRows(plan, each))
  assert.deepEqual(priced(BASIC, [0, 1, 200, 201, 1000, 1001]), [1, 1, 1, 2, 5, 6])
  assert.deepEqual(priced({ ...BASIC, rowsPerCredit: 1 }, [0, 1, 2]), [1, 1, 2])
})
