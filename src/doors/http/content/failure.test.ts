import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURES, type FailureCode, Fault, type FaultExtras } from '../../../kit/base/failure.ts'
import { PROBLEM } from '../../openapi/shapes.ts'
import { problemOf } from './failure.ts'

const EVERYTHING: FaultExtras = {
  errors: [
    { parameter: 'bed_min', code: 'param.missing', detail: 'It is missing.' },
    { parameter: 'which', code: 'param.invalid', detail: 'Cannot read it.', given: 'x', accepted: ['y'], nearest: 'y' },
  ],
  candidates: [{ zpid: 1, address: '1 Main St', why: 'same street' }, { name: 'Austin, TX' }],
  nearest: 'Austin, TX',
  retryAfterS: 1,
  allow: 'GET',
}

for (const code of Object.keys(FAILURES) as FailureCode[]) {
  test(`the document of ${code} is as declared, with all optional parts and without them`, () => {
    for (const extras of [{}, EVERYTHING]) {
      const problem = problemOf(new Fault(code, undefined, extras), 'r1')
      assert.deepEqual(
        PROBLEM.problems(problem, '', (text) => text),
        [],
      )
    }
  })
}

test('a problem has only the declared keys, and the empty lists that clients of lookups expect', () => {
  const fault = new Fault('home.unknown', undefined, { container: { propertyDetails: {} } })
  assert.deepEqual(
    PROBLEM.problems(problemOf(fault, 'r1'), '', (text) => text),
    ['.propertyDetails: is not declared'],
  )
})
