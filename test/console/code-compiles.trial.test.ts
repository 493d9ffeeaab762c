import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typescriptOf } from '../../console/src/service/code.ts'
import { queryOf } from '../../console/src/service/query.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'
import { complaintsOf } from './compiled.ts'

const TARGET = { origin: 'http://127.0.0.1:8080', keyHeader: 'x-api-key', key: undefined }

function codeOf(path: string, params: Readonly<Record<string, string>>): string {
  return typescriptOf(queryOf(path, params), TARGET) ?? ''
}

test('the TypeScript of every operation, with each of its parameters, compiles against the client', () => {
  const programs = OPERATIONS.map((operation) => {
    const { path, parameters } = worded(operation, { Portal: 'Portal', portal: 'portal' })
    const examples = Object.entries(parameters).map(([name, { shape }]) => [
      name,
      shape.several?.join(',') ?? shape.example,
    ])
    return typescriptOf(queryOf(path, Object.fromEntries(examples)), TARGET) ?? `${path} has no method`
  })
  assert.equal(complaintsOf(programs), '')
  const wrong = codeOf('/search/byaddress', { location: 'Austin, TX', listingStatus: 'For_Sale', page: 'two' })
  assert.match(complaintsOf([wrong]), /program-0\.ts.*not assignable to type 'number/s)
})
