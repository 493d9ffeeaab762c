import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { DEFAULT_PLANS } from './default-plans.ts'
import { readPlans } from './plans.ts'

const GOLD = `gold:
  credits: 5
  period: month
  areas: [C, A]
  skip: false
  requestsPerSecond: 0.5
  burst: 1
  callsInFlight: 1
`

function refusalOf(text: string): string {
  try {
    readPlans(text, 'plans.yaml')
  } catch (error) {
    assert.ok(error instanceof CommandFault)
    assert.equal(error.exitCode, EXIT.data)
    return error.message
  }
  return assert.fail('the file was read')
}

test('the default file has five plans, and its trial has 250 calls of all areas, once', () => {
  const plans = readPlans(DEFAULT_PLANS, 'plans.yaml')
  assert.deepEqual([...plans.keys()], ['demo', 'trial', 'basic', 'pro', 'operator'])
  const { credits, period, areas, skip } = plans.get('trial') ?? assert.fail()
  assert.deepEqual(
    { credits, period, areas, skip },
    { credits: 250, period: 'once', areas: ['A', 'B', 'C'], skip: false },
  )
  assert.equal(plans.get('demo')?.credits, 1_000_000)
  assert.deepEqual(plans.get('demo')?.areas, ['A', 'B', 'C'])
})

test('all fields of a plan are read, and its areas are sorted', () => {
  assert.deepEqual(readPlans(GOLD, 'plans.yaml').get('gold'), {
    name: 'gold',
    credits: 5,
    period: 'month',
    areas: ['A', 'C'],
    skip: false,
    requestsPerSecond: 0.5,
    burst: 1,
    callsInFlight: 1,
  })
})

test('a plan may set how many rows of a page a credit pays for', () => {
  const read = (rows: string) => readPlans(`${GOLD}  rowsPerCredit: ${rows}\n`, 'plans.yaml').get('gold')?.rowsPerCredit
  assert.deepEqual([read('1'), read('100000')], [1, 100_000])
  for (const wrong of ['0', '100001', '2.5', 'all']) {
    const sentence = `rowsPerCredit of plan "gold" must be a whole number from 1 to 100,000, not "${wrong}".`
    assert.ok(refusalOf(`${GOLD}  rowsPerCredit: ${wrong}\n`).endsWith(sentence), wrong)
  }
})

test('every mistake is refused in one sentence with the file, the line, the value and the allowed values', () => {
  const cases: readonly (readonly [from: string, to: string, sentence: RegExp])[] = [
    ['credits: 5', 'credits: lots', /^plans.yaml, line 2: credits of plan "gold" must be a whole .*, not "lots"/],
    ['credits: 5', 'credits: 1.5', /line 2: credits of .*, not "1.5"/],
    ['credits: 5', 'credits:', /line 2: credits of plan .*, not nothing/],
    ['credits: 5', 'credit: 5', /line 2: unknown "credit" in plan "gold": .*credits, period/],
    ['credits: 5', '__proto__: 5', /line 2: unknown "__proto__"/],
    ['period: month', 'period: week', /line 3: period of .* must be month or once, not "week"\.$/],
    ['[C, A]', '[A, D]', /line 4: areas of .* must be a list of A, B and C.*, not "\["A","D"\]"/],
    ['[C, A]', '[A, A]', /line 4: areas of plan "gold" must be/],
    ['[C, A]', 'A', /line 4: areas of plan "gold" must be .*, not "A"/],
    ['skip: false', 'skip: no', /line 5: skip of .* must be true, false or purpose, not "no"\.$/],
    ['requestsPerSecond: 0.5', 'requestsPerSecond: 0', /line 6: requestsPerSecond of plan .*, not "0"/],
    ['requestsPerSecond: 0.5', 'requestsPerSecond: .inf', /line 6: requestsPerSecond of plan /],
    ['burst: 1', 'burst: -1', /line 7: burst of plan .*, not "-1"/],
    ['  burst: 1\n', '', /line 1: plan "gold" lacks burst: a plan needs all of credits, .*\.$/],
    ['  burst: 1\n', '  skip: true\n', /line 7: "skip" appears twice: write it once\.$/],
    ['gold:', 'Gold:', /line 1: plan name "Gold" must be a name of a-z/],
    ['gold:', 'gold: [', /line \d: cannot be read as YAML: .*\.$/],
    ['gold:', '\tgold:', /line 1: cannot be read as YAML/],
  ]
  for (const [from, to, sentence] of cases) assert.match(refusalOf(GOLD.replace(from, to)), sentence)
})

test('an alias bomb, an alias of nothing, an alias of itself and deep nesting are refused, each with its own sentence', () => {
  const folded = ['&b', '&c', '&d'].reduce(
    (list, anchor, level) => `${list}, ${anchor} [${Array(9).fill(`*${'abc'[level]}`).join(', ')}]`,
    '&a [A, A, A, A, A, A, A, A, A]',
  )
  const cases: readonly (readonly [areas: string, sentence: RegExp])[] = [
    [`[${folded}, ${Array(9).fill('*d').join(', ')}]`, /^plans.yaml, line 4: areas of plan "gold" is an alias bomb, /],
    ['*nothing', /line 4: areas of plan "gold" .*unresolved alias .*: nothing: write the value itself\.$/],
    ['&a [*a]', /line 4: areas of .* must be a list of A, B and C/],
    ['['.repeat(20_000), /line \d+: cannot be read as YAML: it is nested too deeply\.$/],
  ]
  for (const [areas, sentence] of cases) assert.match(refusalOf(GOLD.replace('[C, A]', areas)), sentence)
  assert.deepEqual(
    readPlans(GOLD.replace('[C, A]', '&open [C, A]') + GOLD.replace('gold', 'pro').replace('[C, A]', '*open'), '').get(
      'pro',
    )?.areas,
    ['A', 'C'],
  )
})

test('a second plan of the same name is refused', () => {
  assert.match(refusalOf(GOLD + GOLD), /^plans.yaml, line 9: "gold" appears twice/)
})

test('a file without plans is refused', () => {
  for (const text of ['', '# nothing\n', '[]', 'gold', '{}']) assert.match(refusalOf(text), /^plans.yaml has no plans/)
  assert.match(refusalOf('gold:\n'), /line 1: plan "gold" is empty/)
})
