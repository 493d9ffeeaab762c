import type { Context } from '../../../catalog/ports/context.ts'
import type { Access, Account } from '../../../guard/access/access.ts'
import type { Fault } from '../../../kit/base/failure.ts'
import type { Parameters, ParsedParameters, Rule } from '../../../kit/params/index.ts'
import type { Area } from '../../../service/operations/operation.ts'
import type { Content } from '../content/content.ts'
import { METHODS } from '../content/cors.ts'
import type { Call } from '../request/call.ts'
import type { AreaDays } from './area-days.ts'
import type { Backend } from './backend.ts'
import type { KeptCall } from './kept.ts'

/** Answers anybody, without a key; all but pictures without the catalogue. */
export interface OpenRoute {
  readonly kind: 'open'
  readonly path: string
  content(call: Call): Content | Promise<Content>
  /** Makes content that is kept from then on, where the route has such. */
  make?(): void
}

/** Who makes a call. */
export interface Caller {
  readonly access: Access
  readonly account: Account
  /** The day that counts as today in each area. */
  readonly days: AreaDays
}

/** Answers callers with a key; the request goes through its whole life. */
export interface KeyedRoute {
  readonly kind: 'keyed'
  readonly path: string
  /** The area that the plan must open; undefined for what every key may call. */
  readonly area: Area | undefined
  readonly skip: boolean
  readonly credits: number
  /** Its answers are pages of events: a call may wait for what is to come, or have it sent on. */
  readonly follows: boolean
  readonly parameters: Parameters
  readonly rules: readonly Rule<Parameters>[]
  /** Whom a call asks about: written to the audit log before it runs. */
  subject?(args: Readonly<Record<string, unknown>>): string
  run(read: ParsedParameters<Parameters>, context: Context, caller: Caller): Promise<object>
}

/** Where agents post messages: each is answered for a caller with a key, and runs operations on its behalf. */
export interface AgentRoute {
  readonly kind: 'agents'
  readonly path: string
}

/** A catalogue as a RESO Web API, for callers with a key; the path is that of what was asked, once that is read. */
export interface ODataRoute {
  readonly kind: 'odata'
  readonly path: string
}

/** OAuth 2.0: programs that know no other way to call get a token, which is a key, and name themselves before. */
export interface OAuthRoute {
  readonly kind: 'oauth'
  readonly path: string
  readonly methods: string
}

/** The feed of a saved search, for anybody who has its address. */
export interface FeedRoute {
  readonly kind: 'feed'
  readonly path: string
}

/** Map tiles of searches and of all homes, and where they are. */
export interface TilesRoute {
  readonly kind: 'tiles'
  /** Parts in braces stand for the search and the place of the tile. */
  readonly path: string
}

/** Answers operators: on this machine, or with a key whose plan opens the pages. */
export interface OperatorRoute {
  readonly kind: 'operator'
  readonly path: string
}

/** Things that a key keeps on the server, read and changed by methods of HTTP. */
export interface KeptRoute {
  readonly kind: 'kept'
  /** A part in braces stands for an id. */
  readonly path: string
  /** The calls by their methods, in capitals. */
  readonly calls: Readonly<Record<string, KeptMethod>>
}

export interface KeptMethod {
  readonly parameters: Parameters
  /** The keys of the JSON object that is sent; undefined where nothing is. */
  readonly body: Parameters | undefined
  run(call: KeptCall): Promise<object>
  /** The rows of its answer that are paid for. */
  rowsOf?(answer: object): number
}

export type Route =
  | OpenRoute
  | KeyedRoute
  | OperatorRoute
  | AgentRoute
  | ODataRoute
  | OAuthRoute
  | KeptRoute
  | FeedRoute
  | TilesRoute

/** The methods of a route, as the header Allow lists them. */
export function methodsOf(route: Route | undefined): string {
  if (route?.kind === 'kept') return [...Object.keys(route.calls).flatMap(withHead), 'OPTIONS'].join(', ')
  if (route?.kind === 'oauth') return route.methods
  return route?.kind === 'agents' ? 'POST, OPTIONS' : METHODS
}

function withHead(method: string): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

/** Routes by lower-cased path. */
export type Routes = ReadonlyMap<string, Route>

/** All pages for operators. */
export const OPERATOR_ROUTE: OperatorRoute = { kind: 'operator', path: '/operator' }

/** The service, as far as routes use it. */
export interface RoutesService {
  /** Headers that may carry a key, in the order in which they are read. */
  readonly keyHeaders: readonly string[]
  readonly hasConsole: boolean
  /** Throws a Fault of status 503 until the catalog is open. */
  readonly backend: Backend
  /** Throws a Fault of status 503 while calls are not answered. */
  requireReady(): void
  /** The origin under which a caller reached this server. */
  originOf(call: Call): string
  /** The keys that a call carries; none is known to be good. */
  keysOf(call: Call): readonly string[]
  /** Counts a call without a valid key. Returns a Fault of status 429 if there were too many from its address. */
  refuseStranger(call: Call): Fault | undefined
}
