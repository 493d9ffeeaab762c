import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { freePort } from '../../../test/free-port.ts'
import { silentLog } from '../../kit/base/log.ts'
import { Refusal } from '../../kit/params/index.ts'
import { routingEngineAt } from './routing-engine.ts'

const RING = [
  [-122.4, 47.5],
  [-122.2, 47.5],
  [-122.3, 47.7],
  [-122.4, 47.5],
]
const OUTLINE = {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [RING] } }],
}
const TRIP = { latitude: 47.609_71, longitude: -122.333_1, minutes: 15, mode: 'walk' } as const

suite('a routing engine', () => {
  const asked: { url: string | undefined; body: unknown }[] = []
  let answer: readonly [status: number, body: string] = [200, JSON.stringify(OUTLINE)]
  let address = ''
  const server = createServer((request, response) => {
    textOf(request).then((body) => {
      asked.push({ url: request.url, body: JSON.parse(body) })
      response.writeHead(answer[0]).end(answer[1])
    }, assert.fail)
  })
  before(async () => {
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${port}`
  })
  after(() => server.close())

  test('is asked in the form of Valhalla or OpenRouteService, once for each trip', async () => {
    for (const [path, form] of [
      [
        '',
        {
          url: '/isochrone',
          locations: [{ lat: 47.6097, lon: -122.3331 }],
          costing: 'pedestrian',
          contours: [{ time: 15 }],
        },
      ],
      ['/ors', { url: '/ors/v2/isochrones/foot-walking', locations: [[-122.3331, 47.6097]], range: [900] }],
    ] as const) {
      const engine = routingEngineAt(address + path, silentLog)
      asked.length = 0
      const [area, again] = await Promise.all([engine?.reach(TRIP), engine?.reach({ ...TRIP, latitude: 47.609_699 })])
      assert.deepEqual(area, [{ points: RING.slice(0, -1).map(([east, north]) => [north, east]) }])
      assert.equal(again, area)
      assert.equal(asked.length, 1)
      const { url, ...body } = form
      assert.equal(asked[0]?.url, url)
      assert.deepEqual({ ...(asked[0]?.body as object), ...body }, asked[0]?.body)
    }
  })

  test('that refuses a place gives its reason; one that fails is asked again', async () => {
    const engine = routingEngineAt(address, silentLog)
    answer = [400, '{"error_code":171,"error":"No suitable edges near location","status":"Bad Request"}']
    const refusal = await engine?.reach(TRIP)
    assert.ok(refusal instanceof Refusal)
    assert.equal(refusal.why, 'No suitable edges near location.')
    const other = { ...TRIP, minutes: 20 }
    for (const failure of [
      [500, ''],
      [200, 'no JSON'],
      [200, '{"type":"Point","coordinates":[1,2]}'],
    ] as const) {
      answer = failure
      await assert.rejects(async () => engine?.reach(other), { code: 'server.busy', message: /did not answer/ })
    }
    answer = [200, JSON.stringify(OUTLINE)]
    assert.ok(Array.isArray(await engine?.reach(other)))
    await assert.rejects(async () => routingEngineAt('http://127.0.0.1:1', silentLog)?.reach(TRIP), {
      code: 'server.busy',
    })
  })
})

async function textOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString()
}
