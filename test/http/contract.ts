import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { after, before, suite, test } from 'node:test'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { Service } from '../../src/doors/http/answering/service.ts'
import { buildServer } from '../../src/doors/http/listening/server.ts'
import type { Plan } from '../../src/guard/access/access.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { worded } from '../../src/service/operations/index.ts'
import type { Operation } from '../../src/service/operations/operation.ts'
import { inject } from './inject.ts'
import { TRIAL_KEY, TrialAccess, TrialAudit, trialKept } from './trial.ts'

export interface ContractParts {
  readonly operations: readonly Operation[]
  /** Opens the catalog for the calls. */
  readonly open: () => Promise<Catalog>
  /** Returns a query that this catalog answers with a 200. */
  readonly queryOf: (operation: Operation, catalog: Catalog) => Promise<Readonly<Record<string, string>>>
}

const WORDS = {
  Portal: 'Portal',
  portal: 'portal',
  portalOrigin: 'https://portal.example',
  mediaOrigin: 'http://127.0.0.1:8080',
}

const PLAN: Partial<Plan> = { areas: ['A', 'B', 'C'], skip: true }
const KEY = { 'x-service-key': TRIAL_KEY }

/** Tests every operation with a key, without a key, without credits, and with errors. */
export function operationContract({ operations, open, queryOf }: ContractParts): void {
  let catalog: Catalog
  before(async () => {
    catalog = await open()
  })
  after(() => catalog.close())

  /** Makes a server for calls of an operation, with some credits. */
  const serve = (credits: number): { server: Server; access: TrialAccess; audit: TrialAudit } => {
    const audit = new TrialAudit()
    const access = new TrialAccess({ ...PLAN, credits })
    const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: WORDS.Portal }
    const context = { catalog, clock: systemClock, log: silentLog, words: WORDS }
    const backend = { access, audit, context, kept: trialKept() }
    const service = new Service({ operations, pictures: async () => undefined, log: silentLog, settings, backend })
    return { server: buildServer(service), access, audit }
  }
  const urlOf = async (operation: Operation) =>
    `${operation.path}?${new URLSearchParams(await queryOf(operation, catalog)).toString()}`

  for (const operation of operations.map((declared) => worded(declared, WORDS))) {
    const { path, parameters, follows } = operation
    const credits = follows ? 0 : operation.credits // free, because nothing has changed since the catalog was made
    const settled = credits === 0 ? [] : [`settled ${path} ${credits}`]
    suite(path, () => {
      test('answers a JSON object without a key `error`, at its price', async () => {
        const { server, access } = serve(credits)
        const answer = await inject(server, { url: await urlOf(operation), headers: KEY })
        assert.equal(answer.statusCode, 200, answer.payload)
        const body: object = answer.json()
        assert(!Array.isArray(body) && !('error' in body))
        assert.equal(answer.headers['x-credits-cost'], String(credits))
        assert.equal(answer.headers['x-credits-remaining'], '0')
        assert.deepEqual(access.events, settled)
      })

      test('answers a repeated request with a free 304 if nothing has changed, even when no credits are left', async () => {
        const { server, access } = serve(credits)
        const url = await urlOf(operation)
        const first = await inject(server, { url, headers: KEY })
        const headers = { ...KEY, 'if-none-match': String(first.headers.etag) }
        assert.equal((await inject(server, { url, headers })).statusCode, 304)
        assert.deepEqual(access.events, settled)
      })

      if (operation.skip || operation.subject) {
        test('costs six credits, and is logged with the key before it runs', async () => {
          assert.equal(credits, 6)
          const { server, audit } = serve(credits)
          const url = await urlOf(operation)
          await inject(server, { url, headers: KEY })
          assert.equal(audit.entries.length, 1)
          assert.ok(audit.entries[0]?.startsWith(`k1 ${path} `))
          await inject(server, { url, headers: KEY }) // a 402, so no person was looked up
          assert.equal(audit.entries.length, 1)
        })
      }

      test('without a key is a 401 that does not mention parameters', async () => {
        const { server } = serve(credits)
        for (const url of [await urlOf(operation), path]) {
          const answer = await inject(server, { url })
          assert.equal(answer.statusCode, 401)
          assert.equal(answer.json().errors, undefined)
        }
      })

      if (credits > 0) {
        test('without enough credits is a 402', async () => {
          const { server, access } = serve(credits - 1)
          assert.equal((await inject(server, { url: await urlOf(operation), headers: KEY })).statusCode, 402)
          assert.deepEqual(access.events, [])
        })
      }

      test('with HEAD answers the headers of GET and no body, at the same price', async () => {
        const { server, access } = serve(2 * credits)
        const url = await urlOf(operation)
        const got = await inject(server, { url, headers: KEY })
        const head = await inject(server, { method: 'HEAD', url, headers: KEY })
        assert.equal(head.statusCode, 200)
        assert.equal(head.rawPayload.length, 0)
        for (const name of ['content-length', 'content-type', 'etag', 'x-credits-cost']) {
          assert.equal(head.headers[name], got.headers[name], name)
        }
        assert.deepEqual(access.events, [...settled, ...settled])
      })

      if (Object.keys(parameters).length > 0) {
        test('with wrong parameters is a free 400 that names each of them', async () => {
          const { server, access } = serve(credits)
          const names = Object.keys(parameters)
          const single = names.filter((name) => {
            const shape = parameters[name]?.shape
            return shape?.several === undefined && shape?.joint === undefined // a parameter with several values may be repeated
          })
          const query = names.map((name) => `${name}=a&${name}=b`).join('&')
          const answer = await inject(server, { url: `${path}?${query}`, headers: KEY })
          assert.equal(answer.statusCode, 400)
          const { errors }: { errors: { parameter: string; code: string }[] } = answer.json()
          const repeated = errors.filter(({ code }) => code === 'param.repeated')
          assert.deepEqual(
            repeated.map(({ parameter }) => parameter),
            single,
          )
          assert.deepEqual(access.events, [])
        })
      }
    })
  }
}
