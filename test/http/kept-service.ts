import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { buildServer } from '../../src/doors/http/listening/server.ts'
import { openSubscriptions, type Webhook } from '../../src/guard/subscriptions/index.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import { NaiveLog } from '../catalog/naive-log.ts'
import { HOMES, NOW_MS, RICH } from '../operations/made-homes.ts'
import { smallContext } from '../operations/small-catalog.ts'
import { inject } from './inject.ts'
import { TRIAL_KEY, trial } from './trial.ts'

export const MINUTE_MS = 60_000

/** The search that is saved in tests. */
export const SEARCH = {
  path: '/search/byaddress',
  parameters: { listingStatus: 'For_Sale', location: 'Austin, TX', bed_min: 1, listPriceRange: 'max:600000' },
}

/** Serves the small made-up catalog, whose homes can change, with a key that has subscriptions. */
export async function serveKept(context: TestContext, parts: Parameters<typeof trial>[0] = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-kept-'))
  const clock = fixedClock(NOW_MS)
  const opened = await openSubscriptions({ dataDir, clock, randomness: randomBytes })
  context.after(async () => {
    await opened.close()
    rmSync(dataDir, { recursive: true })
  })
  const tried: Webhook[] = []
  const hooks = {
    refusalOf: async (url: string) => (url.includes('127.0.0.1') ? `Cannot send to "${url}": it is near.` : undefined),
    test: async (webhook: Webhook) => {
      tried.push(webhook)
      return { isTaken: true, sentence: 'The receiver answered 204.' }
    },
  }
  const console = { files: new Map(), mediaOrigin: '' }
  const { subscriptions } = opened
  const log = new NaiveLog({ home: HOMES }, NOW_MS)
  let minutes = 0
  const catalogOf = (homes: readonly Home[]) => ({
    ...smallContext({ homes }).catalog,
    log,
    version: () => `v${minutes}`,
  })
  const at = { ...smallContext({ homes: HOMES }), clock, catalog: catalogOf(HOMES) }
  const made = trial({ console, context: at, kept: { subscriptions, hooks }, ...parts })
  const server = buildServer(made.service)
  const call = async (method: string, url: string, body?: unknown) => {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'x-service-key': TRIAL_KEY }
    const answer = await inject(server, { method, url, headers, ...(payload !== undefined && { payload }) })
    return { status: answer.statusCode, headers: answer.headers, body: answer.payload === '' ? {} : answer.json() }
  }
  /** Calls a tool, as an AI agent does. */
  const tool = async (name: string, given: object) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
    const headers = {
      'x-service-key': TRIAL_KEY,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    }
    const payload = JSON.stringify(message)
    const { result } = (await inject(server, { method: 'POST', url: '/mcp', headers, payload })).json()
    return { data: result.structuredContent, text: result.content[0].text as string }
  }
  const commit = (homes: readonly Home[]) => {
    minutes += 1
    log.commit({ home: homes }, NOW_MS + minutes * MINUTE_MS)
    clock.set(NOW_MS + minutes * MINUTE_MS)
    Object.assign(at.catalog, catalogOf(homes))
  }
  return { ...made, call, tool, commit, subscriptions, tried, clock, server }
}

export function priced(listPrice: number, zpid = RICH.zpid): readonly Home[] {
  return HOMES.map((home) => (home.zpid === zpid ? listed(home, listPrice) : home))
}

export function listed(home: Home, listPrice: number): Home {
  return { ...home, listing: { kind: 'sale', status: 'Active', listedBy: 'agent', ...home.listing, listPrice } }
}
