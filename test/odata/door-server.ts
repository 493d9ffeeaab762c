import type { Server } from 'node:http'
import type { Context } from '../../src/catalog/ports/context.ts'
import { Service } from '../../src/doors/http/answering/service.ts'
import { buildServer } from '../../src/doors/http/listening/server.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { inject } from '../http/inject.ts'
import { TRIAL_KEY, TrialAccess, TrialAudit, trialKept } from '../http/trial.ts'
import { WORDS } from '../operations/small-catalog.ts'
import type { JsonPage, JsonRow } from './asked.ts'

/** The parts of an answer that clients check before they read the rows. */
export interface ODataAnswer<T = JsonPage> {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
  readonly body: T
}

const CREDITS = 1_000_000

/** The headers that RESO's test program sends, with the API key. */
const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  authorization: `Bearer ${TRIAL_KEY}`,
  'user-agent': 'RESO-Client-SDK/1.0',
}

/** A running service, called as programs do: with complete addresses below `/odata`. */
export class DoorServer {
  readonly #server: Server

  constructor(context: Context) {
    const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: WORDS.Portal }
    const access = new TrialAccess({ credits: CREDITS, areas: ['A', 'B', 'C'] })
    const backend = { access, audit: new TrialAudit(), context, kept: trialKept() }
    const service = new Service({ operations: [], pictures: async () => undefined, log: silentLog, settings, backend })
    this.#server = buildServer(service)
  }

  /** Sends a request for a path after `/odata`. A complete address, such as a link, is used unchanged. */
  async ask<T = JsonPage>(
    address: string,
    headers: Readonly<Record<string, string | undefined>> = {},
    method = 'GET',
    payload?: string,
  ): Promise<ODataAnswer<T>> {
    const url = /^https?:/.test(address) ? address.replace(/^https?:\/\/[^/]+/, '') : `/odata${address}`
    const sent = { url, method, headers: { ...HEADERS, ...headers }, ...(payload !== undefined && { payload }) }
    const { statusCode, headers: had, payload: text } = await inject(this.#server, sent)
    const isJson = String(had['content-type']).startsWith('application/json')
    return { status: statusCode, headers: had, text, body: isJson ? JSON.parse(text) : undefined }
  }

  /** Returns the rows of all pages. */
  async rows(address: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly JsonRow[]> {
    const { value, '@odata.nextLink': next } = await this.page(address, headers)
    if (next === undefined) return value
    return [...value, ...(await this.rows(next, headers))]
  }

  /** Returns a page. The answer must be a 200 with JSON, and must state the OData version. */
  async page(address: string, headers: Readonly<Record<string, string>> = {}): Promise<JsonPage> {
    const { status, headers: had, body, text } = await this.ask(address, headers)
    if (status !== 200) throw new Error(`${address} is a ${status}: ${text}`)
    if (!['4.0', '4.01'].includes(String(had['odata-version']))) throw new Error(`${address} has no OData-Version`)
    if (!Array.isArray(body?.value)) throw new Error(`${address} has no rows: ${text.slice(0, 200)}`)
    return body
  }

  close(): void {
    this.#server.close()
  }
}
