import type { TravelTimes, Trip } from '../../catalog/ports/travel-times.ts'
import { Fault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { Recent } from '../../kit/base/recent.ts'
import { polygon, Refusal } from '../../kit/params/index.ts'

/** Time limit for a response from the routing engine. */
const ANSWER_MS_MAX = 10_000
/** The maximum number of calls that wait for the engine, in each thread. */
const WAITING_MAX = 16
/** The maximum number of areas in memory, in each thread. An area has at most 3,000 corners. */
const AREAS_MAX = 200
/** Decimals of a place; trips that begin within 11 m of each other share an area. */
const DECIMALS = 4

/** Returns the routing engine at an address: Valhalla, or OpenRouteService below `/ors`. Undefined without an address. */
export function routingEngineAt(url: string, log: Log): TravelTimes | undefined {
  return url === '' ? undefined : new RoutingEngine(url, log)
}

class RoutingEngine implements TravelTimes {
  readonly #url: string
  readonly #log: Log
  readonly #areas = new Recent<string, ReturnType<TravelTimes['reach']>>(AREAS_MAX)
  #waiting = 0

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  async reach({ latitude, longitude, minutes, mode }: Trip): ReturnType<TravelTimes['reach']> {
    const [north, east] = [latitude, longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))) as [number, number]
    const key = [north, east, minutes, mode].join(' ')
    const area = this.#areas.of(key, () => this.#areaOf({ latitude: north, longitude: east, minutes, mode }))
    try {
      return await area
    } catch (error) {
      this.#areas.delete(key)
      throw error
    }
  }

  async #areaOf(trip: Trip): ReturnType<TravelTimes['reach']> {
    if (this.#waiting >= WAITING_MAX)
      throw new Fault('server.busy', 'Too many requests are waiting for the routing engine.', { retryAfterS: 2 })
    this.#waiting += 1
    try {
      const { path, body } = this.#url.endsWith('/ors') ? askedOfOpenRouteService(trip) : askedOfValhalla(trip)
      const answer = await fetch(`${this.#url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      })
      const text = await answer.text()
      // both engines answer 4xx if they have no road near the place, or if the time is above their limit
      if (answer.status >= 400 && answer.status < 500) return new Refusal(messageIn(text))
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      const polygons = polygon.parse(text)
      if (polygons instanceof Refusal) throw new Error(`its answer is no outline: ${polygons.why}`)
      return polygons
    } catch (error) {
      if (error instanceof Fault) throw error
      this.#log.warn({ err: error }, 'The routing engine did not answer')
      throw new Fault('server.busy', 'The routing engine of this service did not answer.', { retryAfterS: 10 })
    } finally {
      this.#waiting -= 1
    }
  }
}

function askedOfValhalla({ latitude, longitude, minutes, mode }: Trip) {
  const costing = { car: 'auto', bike: 'bicycle', walk: 'pedestrian' }[mode]
  const locations = [{ lat: latitude, lon: longitude }]
  // `generalize` in meters; without it, an outline has tens of thousands of corners
  return {
    path: '/isochrone',
    body: { locations, costing, contours: [{ time: minutes }], polygons: true, generalize: 100 },
  }
}

function askedOfOpenRouteService({ latitude, longitude, minutes, mode }: Trip) {
  const profile = { car: 'driving-car', bike: 'cycling-regular', walk: 'foot-walking' }[mode]
  return {
    path: `/v2/isochrones/${profile}`,
    body: { locations: [[longitude, latitude]], range: [minutes * 60], range_type: 'time', smoothing: 10 },
  }
}

/** Returns the message of an engine's refusal, in the form of either engine. */
function messageIn(text: string): string {
  const [, message = 'no reason given'] = /"(?:error|message)":\s*"([^"]{1,200})"/.exec(text) ?? []
  return /[.!]$/.test(message) ? message : `${message}.`
}
