import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { StoredRecords } from '../../src/catalog/ports/stored-records.ts'
import { Service } from '../../src/doors/http/answering/service.ts'
import { buildServer } from '../../src/doors/http/listening/server.ts'
import { openSubscriptions } from '../../src/guard/subscriptions/index.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { runExport } from '../../src/service/exporting/run.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { AREAS } from '../../src/service/operations/operation.ts'
import { pictureAt } from '../../src/service/pictures/catalog-pictures.ts'
import { inject } from '../http/inject.ts'
import { TRIAL_KEY, TrialAccess, TrialAudit } from '../http/trial.ts'
import { WORDS } from '../operations/small-catalog.ts'
import { type DoorRequest, pointsOf, urlOf } from './questions.ts'
import { ASKED_MS, type Story } from './two-catalogs.ts'

/** The bytes of each answer, by request. */
export type Answers = ReadonlyMap<string, string>

/** Sends all requests to a catalog, and exports the catalog. */
export async function answersOf(
  catalog: Catalog,
  records: StoredRecords,
  asked: readonly DoorRequest[],
  story: Story,
): Promise<Answers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-withheld-kept-'))
  const clock = fixedClock(ASKED_MS)
  let drawn = 0
  const randomness = (size: number) => createHash('sha512').update(String(++drawn)).digest().subarray(0, size)
  const { subscriptions, close } = await openSubscriptions({ dataDir, clock, randomness })
  const answers = new Map<string, string>()
  try {
    const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: WORDS.Portal, answersMb: 0 } as const
    const pictures = (path: string) => pictureAt(path, catalog.records)
    const access = new TrialAccess({ areas: AREAS, skip: true, credits: 1e9, requestsPerSecond: 1e6, burst: 1e6 })
    const context = { catalog, clock, log: silentLog, words: WORDS }
    const hooks = { refusalOf: async () => undefined, test: async () => ({ isTaken: true, sentence: '' }) }
    const backend = { access, audit: new TrialAudit(), context, kept: { subscriptions, hooks } }
    const service = new Service({ operations: OPERATIONS, pictures, log: silentLog, settings, backend })
    const server = buildServer(service)
    const ask = async ({ url, method = 'GET', body }: DoorRequest) => {
      const headers = {
        authorization: `Bearer ${TRIAL_KEY}`,
        accept: url === '/mcp' ? 'application/json, text/event-stream' : 'application/json',
        'content-type': 'application/json',
        'x-request-id': 'asked',
        host: 'plat.example',
      }
      const payload = body && JSON.stringify(body)
      const {
        statusCode,
        payload: text,
        rawPayload,
      } = await inject(server, { url, method, headers, ...(payload !== undefined && { payload }) })
      answers.set(
        `${method} ${url}${payload ?? ''}`,
        `${statusCode} ${url.includes('/tiles/') ? rawPayload.toString('latin1') : text}`,
      )
      return text
    }
    for (const one of asked) await ask(one)
    for (const search of savedSearches(story)) {
      const made = await ask({ url: '/searches', method: 'POST', body: search })
      const { searchId } = JSON.parse(made).search ?? assert.fail(made)
      const withFeed = JSON.parse(await ask({ url: `/searches/${searchId}/feed`, method: 'POST' }))
      await ask({ url: urlOf(`/searches/${searchId}/changes`, { since: '2027-01-11T16:20:00Z' }) })
      await ask({ url: new URL(withFeed.search.feed).pathname })
      await ask({ url: `/tiles/${searchId}` })
    }
    await ask({ url: '/searches' })
    server.close()
    for (const format of ['csv', 'ndjson', 'geojson'] as const) {
      const written: Uint8Array[] = []
      const destination = {
        write: async (bytes: Uint8Array) => void written.push(Uint8Array.from(bytes)),
        complete() {},
        abandon() {},
      }
      await runExport({ records, noun: 'home', format, destination })
      answers.set(`export ${format}`, Buffer.concat(written).toString())
    }
    answers.set('regions', JSON.stringify(catalog.regions()))
  } finally {
    await close()
    rmSync(dataDir, { recursive: true })
  }
  return answers
}

function savedSearches(story: Story) {
  const { city, state, zipcode } = story.near.address
  const places = [{ location: zipcode }, { location: `${city}, ${state}` }]
  const around = pointsOf(story).map(({ latitude, longitude }) => ({
    latitude: String(latitude + 1.7e-4), // not the position of the home itself, since answers repeat it
    longitude: String(longitude - 1.3e-4),
    radius: '0.05',
  }))
  return [
    ...places.map((parameters) => ({
      path: '/search/byaddress',
      parameters: { ...parameters, listingStatus: 'For_Sale' },
    })),
    ...around.map((parameters) => ({
      path: '/search/bycoordinates',
      parameters: { ...parameters, listingStatus: 'For_Sale' },
    })),
  ]
}
