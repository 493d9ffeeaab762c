import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS } from '../../../service/operations/index.ts'
import { AREAS } from '../../../service/operations/operation.ts'
import { ODATA_OPERATIONS } from '../../odata/index.ts'
import { Counts } from '../counting/counts.ts'
import { countedRoutes, RouteNumbers } from './counted-routes.ts'
import { routesOf } from './routes.ts'

const LISTED = { keyHeaders: ['x-service-key'], words: { Portal: 'Portal', portal: 'portal' } }
const ASKED = {
  requireReady() {},
  originOf: () => '',
  areasFrom: () => ({}),
  demoKeyFor: async () => null,
  hasConsole: false,
}

test('every route of every area is counted by itself, and there is room for all', () => {
  const numbers = new RouteNumbers(OPERATIONS)
  const routes = countedRoutes(OPERATIONS)
  const counts = new Counts(Counts.memory(1), 0)
  const seen = new Set<number>()
  for (const area of AREAS) {
    const paths = [...routesOf(area, OPERATIONS, LISTED, ASKED).values()].map(({ path }) => path)
    const ofA = area === 'A' ? ['/console', '/operator', ...ODATA_OPERATIONS] : []
    for (const path of [...paths, ...ofA, '/media/', 'unknown']) {
      const number = numbers.of(area, path)
      assert.deepEqual(routes[number], { area, operation: path })
      counts.ended(number, 200, 0, 0, false)
      seen.add(number)
    }
    assert.equal(numbers.of(area, '/made-up'), numbers.of(area))
  }
  assert.equal(seen.size, routes.length)
})
