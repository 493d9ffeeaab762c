import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { comparable, filterOf, type Row } from './odata-filter.ts'

/** A fault in one answer. */
export type Trouble =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Sends this text in place of the answer. */
  | { readonly kind: 'text'; readonly text: string }
  /** Sends the first half of the answer, then closes the connection. */
  | { readonly kind: 'half' }
  | { readonly kind: 'gone' }
  /** Sends a page whose link leads to the same page. */
  | { readonly kind: 'circle' }

export interface ResoOptions {
  /** Maximum number of rows per page, whatever the request says. */
  readonly pageMax: number
  /** Whether requests with `in`, or with comparisons of keys, are refused. */
  readonly isSimple: boolean
  /** Whether all requests for rows with certain keys are refused. */
  readonly isWithoutKeys: boolean
  /** Whether `$top` limits all rows, as OData says, so that no link to further rows follows. */
  readonly isStrict: boolean
  /** The fields by which rows can be filtered; undefined for all fields. */
  readonly searchable: ReadonlySet<string> | undefined
  /** Whether requests for sorted rows are refused. */
  readonly isUnordered: boolean
  /** Maximum length of a filter. Longer filters are refused. */
  readonly filterMax: number
}

const KEYS: Readonly<Record<string, string>> = {
  Property: 'ListingKey',
  Member: 'MemberKey',
  Office: 'OfficeKey',
  Media: 'MediaKey',
  OpenHouse: 'OpenHouseKey',
  EntityEvent: 'EntityEventSequence',
  Lookup: 'LookupKey',
}

/** A small RESO Web API server on this machine, which can have faults. */
export class ResoTrialServer {
  readonly #server: Server
  readonly #rows = new Map<string, Map<string, Row>>()
  readonly #options: ResoOptions
  /** Path and query of each request so far. */
  readonly requests: string[] = []
  readonly tokens: (string | undefined)[] = []
  /** The bearer tokens that are accepted; undefined accepts all. */
  accepted: ReadonlySet<string> | undefined
  /** Returns the fault of an answer, given the number and address of the request. */
  trouble: (number: number, url: URL) => Trouble | undefined = () => undefined
  /** Called before each answer, for example to change rows between two pages. */
  before: (url: URL) => void = () => undefined
  /** Changes an answer before it is sent. */
  dress: (page: Record<string, unknown>, url: URL) => Record<string, unknown> = (page) => page
  /** The server's clock. */
  nowMs = Date.UTC(2026, 0, 10)
  #sequence = 0

  private constructor(options: Partial<ResoOptions>) {
    this.#options = {
      pageMax: 1000,
      isSimple: false,
      isWithoutKeys: false,
      isStrict: false,
      searchable: undefined,
      isUnordered: false,
      filterMax: 10_000,
      ...options,
    }
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  static async start(options: Partial<ResoOptions> = {}): Promise<ResoTrialServer> {
    const trial = new ResoTrialServer(options)
    trial.#server.listen(0, '127.0.0.1')
    await once(trial.#server, 'listening')
    return trial
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The address of the server, for use in a configuration. */
  get address(): string {
    return `${this.origin}/odata`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  table(resource: string): Map<string, Row> {
    const table = this.#rows.get(resource) ?? new Map<string, Row>()
    this.#rows.set(resource, table)
    return table
  }

  /** Adds a row, or changes some of its fields, at the current time of the server's clock. */
  put(resource: string, row: Row): void {
    const key = String(row[KEYS[resource] ?? ''])
    const ModificationTimestamp = new Date(this.nowMs).toISOString()
    this.table(resource).set(key, { ...this.table(resource).get(key), ModificationTimestamp, ...row })
    this.#tell(resource, key)
  }

  remove(resource: string, key: string): void {
    if (this.table(resource).delete(key)) this.#tell(resource, key)
  }

  #tell(resource: string, key: string): void {
    if (resource === 'EntityEvent') return
    const EntityEventSequence = ++this.#sequence
    this.table('EntityEvent').set(String(EntityEventSequence), {
      EntityEventSequence,
      ResourceName: resource,
      ResourceRecordKey: key,
    })
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.origin)
    this.requests.push(`${url.pathname}${decodeURIComponent(url.search)}`)
    const token = request.headers.authorization?.replace(/^Bearer /, '')
    this.tokens.push(token)
    const trouble = this.trouble(this.requests.length, url)
    if (trouble?.kind === 'gone') return void request.socket.destroy()
    if (trouble?.kind === 'status') return void response.writeHead(trouble.status, trouble.headers).end('{}')
    if (trouble?.kind === 'text') return void response.end(trouble.text)
    if (this.accepted !== undefined && !this.accepted.has(token ?? '')) return void response.writeHead(403).end('{}')
    this.before(url)
    const { status, body } = this.#bodyOf(url, trouble?.kind === 'circle')
    const bytes = Buffer.from(body)
    response.writeHead(status, { 'Content-Length': bytes.length, Date: new Date(this.nowMs).toUTCString() })
    if (trouble?.kind !== 'half') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
  }

  #bodyOf(url: URL, isCircle: boolean): { status: number; body: string } {
    const [, path = ''] = /^\/odata\/([^/]+)/.exec(url.pathname) ?? []
    if (path === '$metadata') return { status: 200, body: this.#metadata() }
    if (!(path in KEYS)) return { status: 404, body: '{"error":{"message":"no such resource"}}' }
    try {
      return { status: 200, body: JSON.stringify(this.dress(this.#page(path, url, isCircle), url)) }
    } catch (error) {
      return { status: 400, body: JSON.stringify({ error: { code: '400', message: (error as Error).message } }) }
    }
  }

  #metadata(): string {
    const fields = new Set([...this.#rows.values()].flatMap((table) => [...table.values()].flatMap(Object.keys)))
    return `<Schema>${[...fields].map((name) => `<Property Name="${name}"/>`).join('')}</Schema>`
  }

  #page(path: string, url: URL, isCircle: boolean): Record<string, unknown> {
    const option = (name: string) => url.searchParams.get(`$${name}`) ?? ''
    const { pageMax, isSimple, isWithoutKeys, isStrict, searchable, isUnordered, filterMax } = this.#options
    const filter = option('filter')
    if (filter.length > filterMax) throw new Error('too complex')
    if (isSimple && / in \(|Key gt /.test(filter)) throw new Error('not implemented')
    if (isWithoutKeys && /Key (eq|in|gt) /.test(filter)) throw new Error('ListingKey is not searchable')
    const unknown = [...filter.matchAll(/(\w+) (?:eq|ne|gt|ge|lt|le|in) /g)].find(
      ([, field = '']) => !(searchable?.has(field) ?? true),
    )
    if (unknown !== undefined) throw new Error(`${unknown[1]} is not searchable`)
    if (isUnordered && option('orderby') !== '') throw new Error('$orderby is not supported')
    const test = filter === '' ? () => true : filterOf(filter)
    const order = isUnordered ? 'ModificationTimestamp' : option('orderby')
    const rows = inOrder([...this.table(path).values()].filter(test), order)
    const [top, skip] = [Number(option('top') || pageMax), Number(option('skip') || 0)]
    const size = Math.min(pageMax, top)
    const page = rows.slice(skip, skip + size)
    const isCut = rows.length > skip + page.length && (!isStrict || top > pageMax)
    const next = new URL(url)
    if (!isCircle) next.searchParams.set('$skip', String(skip + size))
    const shown = page.map((row) => this.#shown(row, option('select'), option('expand')))
    return { '@odata.context': path, value: shown, ...((isCut || isCircle) && { '@odata.nextLink': next.href }) }
  }

  #shown(row: Row, select: string, expand: string): Row {
    const whole: Record<string, unknown> = { ...row }
    for (const name of expand.split(',').filter((one) => one !== '')) {
      const [resource, owner] = name === 'Media' ? ['Media', 'ResourceRecordKey'] : ['OpenHouse', 'ListingKey']
      whole[name] = [...this.table(resource).values()].filter((one) => one[owner] === row.ListingKey)
    }
    if (select === '') return whole
    return Object.fromEntries(select.split(',').map((field) => [field, whole[field] ?? null]))
  }
}

function inOrder(rows: Row[], orderby: string): Row[] {
  const parts = orderby === '' ? [] : orderby.split(',').map((part) => part.trim().split(' '))
  return rows.sort((a, b) => {
    for (const [field = '', direction] of parts) {
      const [one, other] = [comparable(a[field] ?? ''), comparable(b[field] ?? '')]
      if (one !== other) return (one < other ? -1 : 1) * (direction === 'desc' ? -1 : 1)
    }
    return 0
  })
}
