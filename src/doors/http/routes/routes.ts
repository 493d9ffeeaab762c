import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { programVersion } from '../../../kit/base/program.ts'
import { parse } from '../../../kit/params/index.ts'
import type { Area, Operation } from '../../../service/operations/operation.ts'
import { OTHER_PATHS } from '../../../service/operations/other-paths.ts'
import { ICON, ICON_PATH, ICON_TYPE } from '../../openapi/icon.ts'
import { BATCH_PATH, type Endpoint, KEPT, type Listed, OF_AREA } from '../../openapi/index.ts'
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
import { decodeQuery } from '../request/query.ts'
import { clientRoutes } from './clients.ts'
import { type DocumentFormat, type Documents, documentsOf, once } from './documents.ts'
import { FEEDS_PATH } from './feed-address.ts'
import { KEPT_RUNS, rowsOfChanges } from './kept.ts'
import { alive, ping, requestCount, usage, usageDays } from './own.ts'
import { REFERENCE_PATHS, Reference } from './reference.ts'
import type {
  KeptMethod,
  KeptRoute,
  KeyedRoute,
  OAuthRoute,
  OpenRoute,
  PlainRoute,
  Route,
  Routes,
  RoutesService,
} from './route.ts'

/** Draws the picture at a path from the records in the catalog; undefined if there is no such picture. */
export type Pictures = (path: string, catalog: Catalog) => Promise<PictureFile | undefined>

export interface PictureFile {
  readonly contentType: string
  readonly body: Body
}

/** Returns all routes except the routes for pictures, the console and the operators' pages. */
export function routesOf(operations: readonly Operation[], listed: Listed, service: RoutesService): Routes {
  const documents = documentsOf(operations, listed)
  const reference = new Reference(documents.described, listed, service)
  const icon = Content.picture(ICON_TYPE, ICON)
  const live = Content.json({ status: 'live', version: programVersion() })
  const ready = Content.json({ status: 'ready' })
  return tableOf([
    keyed('/', alive),
    keyed('/usage', usage),
    keyed('/usage/days', usageDays),
    keyed('/myping', ping),
    keyed('/api_reqcount', requestCount),
    ...KEPT_ROUTES,
    FEED,
    ofDocument('/openapi.json', '3.1', documents, service),
    ofDocument('/openapi-3.0.json', '3.0', documents, service),
    ...REFERENCE_PATHS.map((path) => open(path, (call) => reference.contentFor(call))),
    ...clientRoutes(service),
    open('/llms.txt', (call) => reference.llms(call)),
    open('/robots.txt', () => reference.robots),
    open(ICON_PATH, () => icon),
    open('/health/live', () => live),
    open('/health/ready', () => {
      service.requireReady()
      return ready
    }),
    { kind: 'batch', path: BATCH_PATH },
    AGENTS,
    ODATA_ROUTE,
    ...OAUTH,
    ...oauthFiles(service),
    ...TILES,
    ...operations.map(ofOperation),
  ])
}

const AGENTS: PlainRoute = { kind: 'agents', path: AGENTS_PATH }

const OAUTH: readonly OAuthRoute[] = [
  { kind: 'oauth', path: TOKEN_PATH, methods: 'POST, OPTIONS' },
  { kind: 'oauth', path: REGISTER_PATH, methods: 'POST, OPTIONS' },
  { kind: 'oauth', path: AUTHORIZE_PATH, methods: `POST, ${METHODS}` },
]

/** OAuth metadata (RFC 9728 3.1, RFC 8414 3.1). The paths for `/mcp` return the same files. */
const OAUTH_FILES = {
  [RESOURCE_PATH]: protectedResource,
  [`${RESOURCE_PATH}${AGENTS_PATH}`]: protectedResource,
  [ISSUER_PATH]: authorizationServer,
  [`${ISSUER_PATH}${AGENTS_PATH}`]: authorizationServer,
}

function oauthFiles(service: RoutesService): readonly OpenRoute[] {
  return Object.entries(OAUTH_FILES).map(([path, make]) => {
    const file = inOrigin(JSON.stringify(make()))
    return open(path, (call) => file.at(service.originOf(call)))
  })
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

/** Routes of map tiles: the TileJSON of a search in the query, the TileJSON of a named search, and a tile. */
const TILES = ['', '/{search}', '/{search}/{z}/{x}/{y}'].map(
  (below): PlainRoute => ({ kind: 'tiles', path: TILES_PATH + below }),
)

const FEED: PlainRoute = { kind: 'feed', path: `${FEEDS_PATH}/{secret}` }

const KEPT_ROUTES: readonly KeptRoute[] = [...Map.groupBy(namesOf(KEPT), (name) => KEPT[name].path)].map(
  ([path, names]) => ({ kind: 'kept', path, calls: Object.fromEntries(names.map(keptMethod)) }),
)

function namesOf<T extends object>(object: T): readonly (keyof T)[] {
  return Object.keys(object) as (keyof T)[] // the object has no keys beyond its type
}

function keptMethod(name: keyof typeof KEPT): readonly [method: string, call: KeptMethod] {
  const { method, parameters = {}, body }: Endpoint = KEPT[name]
  const run = KEPT_RUNS[name] as KeptMethod['run'] // the type of KEPT_RUNS comes from the same declarations
  const rowsOf = name === 'readChanges' && { rowsOf: rowsOfChanges }
  return [(method ?? 'get').toUpperCase(), { parameters, body, run, ...rowsOf }]
}

export const ODATA_ROUTE: PlainRoute = { kind: 'odata', path: ODATA_PATH }

/** Returns the route for pictures. Their paths are case-sensitive. A picture always counts as a call without a key. */
export function mediaRoute(pictures: Pictures, service: RoutesService): OpenRoute {
  return open('/media/', async (call) => {
    const refusal = service.refuseAnonymous(call)
    if (refusal !== undefined) throw refusal
    const picture = await pictures(call.rawPath, service.backend.context.catalog)
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

/** Returns the route of an OpenAPI document. A document that the build did not make is made when the service starts. */
function ofDocument(
  path: string,
  format: DocumentFormat,
  { areBuilt, json }: Documents,
  service: RoutesService,
): OpenRoute {
  const fitted = (area?: Area) => once(() => inOrigin(json(format, area)))
  const whole = fitted()
  const parts: Readonly<Record<Area, typeof whole>> = { A: fitted('A'), B: fitted('B'), C: fitted('C') }
  const content = (call: Call) => {
    const { area } = parse(OF_AREA, [], decodeQuery(call.rawQuery)).args // 400
    return (area === undefined ? whole : parts[area])().at(service.originOf(call))
  }
  const make = () => {
    for (const part of [whole, ...Object.values(parts)]) part()
  }
  return { ...open(path, content), ...(!areBuilt && { make }) }
}

/** Returns JSON in which the placeholder becomes the server's origin as the client addressed it. */
function inOrigin(json: string): OriginContent {
  return new OriginContent((origin) => Content.jsonText(json.replaceAll(ORIGIN_HELD_OPEN, origin)))
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
