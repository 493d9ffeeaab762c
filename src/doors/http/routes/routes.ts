import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Area, Operation } from '../../../service/operations/operation.ts'
import { OTHER_PATHS } from '../../../service/operations/other-paths.ts'
import { type Endpoint, KEPT, type Listed } from '../../openapi/index.ts'
import { type Body, Content } from '../content/content.ts'
import { METHODS } from '../content/cors.ts'
import { ORIGIN_HELD_OPEN, OriginContent } from '../content/origin-content.ts'
import type { Call } from '../request/call.ts'
import {
  AGENTS_PATH,
  AUTHORIZE_PATH,
  ISSUER_PATH,
  ODATA_PATH,
  REGISTER_PATH,
  RESOURCE_PATH,
  TILES_PATH,
  TOKEN_PATH,
} from '../request/protocol.ts'
import { documentsOf, once } from './documents.ts'
import { FEEDS_PATH } from './feed-address.ts'
import { KEPT_RUNS, rowsOfChanges } from './kept.ts'
import { alive, ping, requestCount, usage, usageDays } from './own.ts'
import { REFERENCE_PATHS, Reference } from './reference.ts'
import type {
  AgentRoute,
  Asked,
  FeedRoute,
  KeptMethod,
  KeptRoute,
  KeyedRoute,
  OAuthRoute,
  ODataRoute,
  OpenRoute,
  Route,
  Routes,
  TilesRoute,
} from './route.ts'

/** Draws the picture at a path below the server's root, from what the catalogue says about its subject. */
export type Pictures = (path: string, catalog: Catalog) => Promise<PictureFile | undefined>

export interface PictureFile {
  readonly contentType: string
  readonly body: Body
}

/** Everything that one area answers, beside its pictures. */
export function routesOf(area: Area, operations: readonly Operation[], listed: Listed, asked: Asked): Routes {
  const { requireReady, originOf } = asked
  const documents = documentsOf(area, operations, listed)
  const reference = new Reference(area, documents.described, listed, asked)
  const live = Content.json({ status: 'live' })
  const ready = Content.json({ status: 'ready' })
  return tableOf([
    keyed('/', alive),
    keyed('/usage', usage),
    keyed('/usage/days', usageDays),
    keyed('/myping', ping),
    keyed('/api_reqcount', requestCount),
    ...KEPT_ROUTES,
    FEED,
    located('/openapi.json', documents.json31, originOf, documents.areBuilt),
    located('/openapi-3.0.json', documents.json30, originOf, documents.areBuilt),
    ...REFERENCE_PATHS.map((path) => open(path, (call) => reference.contentFor(call))),
    open('/llms.txt', (call) => reference.llms(call)),
    open('/robots.txt', () => reference.robots),
    open('/health/live', () => live),
    open('/health/ready', () => {
      requireReady()
      return ready
    }),
    ...(area === 'A' ? [AGENTS, ODATA_ROUTE, ...OAUTH, ...oauthFiles(originOf), ...TILES] : []),
    ...operations.filter((operation) => operation.area === area).map(ofOperation),
  ])
}

const AGENTS: AgentRoute = { kind: 'agents', path: AGENTS_PATH }

const OAUTH: readonly OAuthRoute[] = [
  { kind: 'oauth', path: TOKEN_PATH, methods: 'POST, OPTIONS' },
  { kind: 'oauth', path: REGISTER_PATH, methods: 'POST, OPTIONS' },
  { kind: 'oauth', path: AUTHORIZE_PATH, methods: `POST, ${METHODS}` },
]

/** Where programs learn of that, by the address of what they ask, too: RFC 9728 3.1, RFC 8414 3.1. */
const OAUTH_FILES = {
  [RESOURCE_PATH]: protectedResource,
  [`${RESOURCE_PATH}${AGENTS_PATH}`]: protectedResource,
  [ISSUER_PATH]: authorizationServer,
  [`${ISSUER_PATH}${AGENTS_PATH}`]: authorizationServer,
}

function oauthFiles(originOf: (call: Call) => string): readonly OpenRoute[] {
  return Object.entries(OAUTH_FILES).map(([path, make]) => located(path, () => JSON.stringify(make()), originOf))
}

function protectedResource(): object {
  return {
    resource: `${ORIGIN_HELD_OPEN}${AGENTS_PATH}`,
    authorization_servers: [ORIGIN_HELD_OPEN],
    bearer_methods_supported: ['header'],
    scopes_supported: ['api'],
    resource_documentation: `${ORIGIN_HELD_OPEN}/docs`,
  }
}

function authorizationServer(): object {
  return {
    issuer: ORIGIN_HELD_OPEN,
    authorization_endpoint: `${ORIGIN_HELD_OPEN}${AUTHORIZE_PATH}`,
    token_endpoint: `${ORIGIN_HELD_OPEN}${TOKEN_PATH}`,
    registration_endpoint: `${ORIGIN_HELD_OPEN}${REGISTER_PATH}`,
    scopes_supported: ['api'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** Where tiles are of a search that is asked, of one that has a name, and the tiles themselves. */
const TILES = ['', '/{search}', '/{search}/{z}/{x}/{y}'].map(
  (below): TilesRoute => ({ kind: 'tiles', path: TILES_PATH + below }),
)

const FEED: FeedRoute = { kind: 'feed', path: `${FEEDS_PATH}/{secret}` }

const KEPT_ROUTES: readonly KeptRoute[] = [...Map.groupBy(namesOf(KEPT), (name) => KEPT[name].path)].map(
  ([path, names]) => ({ kind: 'kept', path, calls: Object.fromEntries(names.map(keptMethod)) }),
)

function namesOf<T extends object>(object: T): readonly (keyof T)[] {
  return Object.keys(object) as (keyof T)[] // a declaration, which has no other keys
}

function keptMethod(name: keyof typeof KEPT): readonly [method: string, call: KeptMethod] {
  const { method, parameters = {}, body }: Endpoint = KEPT[name]
  const run = KEPT_RUNS[name] as KeptMethod['run'] // the body is read as the same endpoint declares it
  const rowsOf = name === 'readChanges' && { rowsOf: rowsOfChanges }
  return [(method ?? 'get').toUpperCase(), { parameters, body, run, ...rowsOf }]
}

/** `/odata` and everything below. */
export const ODATA_ROUTE: ODataRoute = { kind: 'odata', path: ODATA_PATH }

/**
 * `/media/…`: the case of a picture's path matters. A picture counts as a call without a key, even where one is sent.
 * `catalog` throws a Fault of status 503 while there is none.
 */
export function mediaRoute(
  pictures: Pictures,
  catalog: () => Catalog,
  refuseStranger: (call: Call) => Fault | undefined,
): OpenRoute {
  return open('/media/', async (call) => {
    const refusal = refuseStranger(call)
    if (refusal !== undefined) throw refusal
    const picture = await pictures(call.rawPath, catalog())
    if (picture === undefined) throw new Fault('media.unknown')
    return Content.picture(picture.contentType, picture.body)
  })
}

function ofOperation(operation: Operation): KeyedRoute {
  const { path, area, credits, parameters, rules, subject } = operation
  const run: KeyedRoute['run'] = ({ args, texts, handling }, context) => operation.run(args, context, texts, handling)
  const { skip = false, follows = false } = operation
  return { kind: 'keyed', path, area, skip, credits, follows, parameters, rules, ...(subject && { subject }), run }
}

function keyed(path: string, run: KeyedRoute['run']): KeyedRoute {
  const free = { area: undefined, skip: false, credits: 0, follows: false }
  return { kind: 'keyed', path, ...free, parameters: {}, rules: [], run }
}

function open(path: string, content: OpenRoute['content']): OpenRoute {
  return { kind: 'open', path, content }
}

/**
 * JSON that names the origin under which its caller reached the server. It is made once: before the first call, unless
 * making it `isQuick`.
 */
function located(path: string, make: () => string, originOf: (call: Call) => string, isQuick = false): OpenRoute {
  const kept = once(() => {
    const json = make()
    return new OriginContent((origin) => Content.jsonText(json.replaceAll(ORIGIN_HELD_OPEN, origin)))
  })
  return { kind: 'open', path, content: (call) => kept().at(originOf(call)), ...(!isQuick && { make: kept }) }
}

function tableOf(routes: readonly Route[]): Routes {
  const table = new Map<string, Route>()
  for (const route of routes) {
    const path = route.path.toLowerCase()
    if (table.has(path)) throw new Error(`two operations have the path ${path}`)
    table.set(path, route)
  }
  for (const [other, path] of Object.entries(OTHER_PATHS)) {
    const route = table.get(path)
    if (route !== undefined) table.set(other, route)
  }
  return table
}
