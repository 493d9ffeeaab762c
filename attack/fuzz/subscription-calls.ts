import assert from 'node:assert/strict'
import type { Served } from '../../test/e2e/program.ts'
import { Random } from '../../test/engine/random.ts'
import { framed, headLinesFor } from './headers.ts'
import type { Question } from './questions.ts'
import type { FuzzRequest, KeyOf } from './requests.ts'
import { anyJson, deep, type Json, searchStateUrl } from './search-state.ts'
import { valueFor } from './values.ts'

/** Ids and paths of a key's saved searches and webhooks. */
interface SubscriptionIds {
  readonly search: string
  readonly webhook: string
  /** The path of a feed. */
  readonly feed: string
  /** The path template of a search's tiles, with `{z}`, `{x}` and `{y}`. */
  readonly tiles: string
  readonly cursor: string
}

const HOOK = 'http://127.0.0.1:9/hook'

/** Settings that allow webhooks to addresses on this machine. */
export const WEBHOOK_SETTINGS = { PLAT_WEBHOOKS_HTTP: 'allow', PLAT_WEBHOOKS_PRIVATE: 'allow' }

/** Creates a saved search, a webhook and a feed. */
export async function makeSubscriptions({ a }: Served, key: string): Promise<SubscriptionIds> {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const sent = { method, headers: { 'x-service-key': key }, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(a + path, sent)
    assert.equal(answer.status, 200, `${method} ${path}`)
    return (await answer.json()) as T
  }
  interface OneSearch {
    readonly search: { readonly searchId: string; readonly seen: string; readonly feed: string }
  }
  const parameters = { location: 'USA', listingStatus: 'For_Sale' }
  const { search } = await ask<OneSearch>('POST', '/searches', { path: '/search/byaddress', parameters })
  const { feed } = (await ask<OneSearch>('POST', `/searches/${search.searchId}/feed`)).search
  const { webhook } = await ask<{ webhook: { webhookId: string } }>('POST', '/webhooks', { url: HOOK })
  const tileJson = await ask<{ tiles: readonly string[] }>('GET', `/tiles/${search.searchId}`)
  const [tiles = ''] = tileJson.tiles
  return {
    search: search.searchId,
    webhook: webhook.webhookId,
    feed: new URL(feed).pathname,
    tiles: tiles.replace(/^https?:\/\/[^/]+/, ''),
    cursor: search.seen,
  }
}

const METHODS = ['GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'PATCH', 'DELETE', 'PUT']

/**
 * Calls about saved searches, webhooks, feeds and tiles. The seed and the number of a call determine everything except
 * its key and the ids.
 */
export class SubscriptionCalls {
  readonly #ids: SubscriptionIds
  readonly #questions: readonly Question[]
  readonly #keyOf: KeyOf
  readonly #seed: number

  constructor(ids: SubscriptionIds, questions: readonly Question[], keyOf: KeyOf, seed: number) {
    this.#ids = ids
    this.#questions = questions.filter(({ path }) => path.startsWith('/search/by'))
    this.#keyOf = keyOf
    this.#seed = seed
  }

  at(number: number): FuzzRequest {
    const random = new Random(Math.imul(this.#seed, 0x27d4eb2f) + Math.imul(number, 0xc2b2ae35))
    const drawnTarget = this.#target(random)
    const method = /^\/(feeds|tiles|changes)/.test(drawnTarget)
      ? random.pick(['GET', 'GET', 'HEAD'])
      : random.pick(METHODS)
    const keepsTarget = method !== 'DELETE' && !(method === 'POST' && drawnTarget.endsWith('/feed'))
    // a call that would delete what later calls need gets an unknown id instead
    const target = keepsTarget ? drawnTarget : drawnTarget.replace(/[sw]_[^/]{16}/, 's_0')
    const content = method === 'GET' || method === 'HEAD' ? '' : this.#body(random)
    const { lines, body } = framed(Buffer.from(content), random)
    const head = [`${method} ${target} HTTP/1.1`, ...headLinesFor(this.#keyOf(random), random), ...lines, '', '']
    return { method, bytes: Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]) }
  }

  #target(random: Random): string {
    const { search, webhook, feed, cursor } = this.#ids
    const id = random.chance(0.9) ? search : random.pick(['s_0', '{id}', '%00', 'x'.repeat(3000), '__proto__', webhook])
    const since = encodeURIComponent(random.pick([cursor, 'now', '2026-01-01', '', 'x.1', '\0', '9'.repeat(400)]))
    return random.pick([
      () => '/searches',
      () => '/webhooks',
      () => `/searches/${id}`,
      () => `/searches/${id}`,
      () => `/searches/${id}/feed`,
      () => `/searches/${id}/changes?since=${since}&resultCount=${random.pick([1, 200, 201, -1, 'x'])}`,
      () => `/webhooks/${random.chance(0.9) ? webhook : id}${random.pick(['', '', '/secrets', '/test'])}`,
      () => `/changes?since=${since}`,
      () => (random.chance(0.8) ? feed : random.pick(['/feeds/f_0', '/feeds/', `/feeds/${'f'.repeat(5000)}`])),
      () => this.#tile(random),
    ])()
  }

  #tile(random: Random): string {
    const z = random.pick([0, 1, 4, 8, 14, 22, 23, -1, 'x'])
    const most = typeof z === 'number' && z >= 0 ? 2 ** Math.min(z, 30) : 4
    const [x, y] = [random.pick([0, 1, most - 1, most, -1]), random.pick([0, 1, most - 1, 'y'])]
    const path = this.#ids.tiles.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
    return random.chance(0.9) ? path : path.replace(/\/tiles\/[^/]+/, `/tiles/${random.pick(['sold', '%', 'a.b', ''])}`)
  }

  #body(random: Random): string {
    const kind = random.next()
    if (kind < 0.04) return deep(random)
    if (kind < 0.08) return JSON.stringify(anyJson(random, 4))
    if (kind < 0.1) return '{"label":"'.padEnd(random.pick([100, 70_000, 200_000]), 'a')
    const body = this.#search(random)
    const slips = random.pick([0, 0, 0, 1, 2])
    for (let slip = 0; slip < slips; slip++) {
      const name = random.pick(['label', 'path', 'parameters', 'sentence', 'url', 'seen', 'searchId', '__proto__'])
      body[name] = random.chance(0.5) ? anyJson(random, 3) : random.pick(['\0', '', 'x'.repeat(9000), '\ud800', 'é'])
    }
    const text = JSON.stringify(body)
    return random.chance(0.95) ? text : text.slice(0, random.whole(0, text.length))
  }

  /** Makes a body that saves a search, marks updates as seen, or sets a webhook's address. */
  #search(random: Random): Record<string, Json> {
    const { path, query, parameters } = random.pick(this.#questions)
    const given: Record<string, string> = { ...query }
    const texts = Object.values(query)
    for (let more = random.pick([0, 1, 3, 8]); more > 0 && parameters.length > 0; more--) {
      const spec = random.pick(parameters)
      given[spec.name] = valueFor(spec, texts, random).toWellFormed()
    }
    return random.pick<() => Record<string, Json>>([
      () => ({ path, parameters: given }),
      () => ({ path, parameters: given, label: 'Near work' }),
      () => ({ sentence: '3 bed houses under 600k in Austin, TX' }),
      () => ({ url: searchStateUrl(random) }),
      () => ({ seen: this.#ids.cursor }),
      () => ({ url: HOOK, searchId: this.#ids.search }),
    ])()
  }
}
