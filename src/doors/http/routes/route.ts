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

/** A route that needs no key. */
export interface OpenRoute {
  readonly kind: 'open'
  readonly path: string
  content(call: Call): Content | Promise<Content>
  /** Makes content in advance, if the route caches content. */
  make?(): void
}

/** The caller of an operation. */
export interface Caller {
  readonly access: Access
  readonly account: Account
  /** The day that counts as today in each area. */
  readonly days: AreaDays
}

/** A route that needs a key and goes through the complete request lifecycle. */
export interface KeyedRoute {
  readonly kind: 'keyed'
  readonly path: string
  /** The area that the plan must allow; undefined if every key may call it. */
  readonly area: Area | undefined
  readonly skip: boolean
  readonly credits: number
  /** Whether answers are pages of events, so that a call may wait for events or stream them. */
  readonly follows: boolean
  readonly parameters: Parameters
  readonly rules: readonly Rule<Parameters>[]
  /** Returns the person that a call is about, for the audit log. */
  subject?(args: Readonly<Record<string, unknown>>): string
  run(read: ParsedParameters<Parameters>, context: Context, caller: Caller): Promise<object>
}

/**
 * A route that needs only a path, which may have placeholders in braces.
 *
 * - `agents`: agents' messages. They need a key, and tools run operations for this key.
 * - `odata`: the RESO Web API. It needs a key.
 * - `tiles`: map tiles and their TileJSON. They need a key.
 * - `feed`: feeds of saved searches, for anyone who knows the address.
 * - `operator`: operators' pages, for this machine or for keys whose plan allows them.
 */
export interface PlainRoute {
  readonly kind: 'agents' | 'odata' | 'tiles' | 'feed' | 'operator'
  readonly path: string
}

/** A route of OAuth 2.0: programs register, and get a token, which is a key. */
export interface OAuthRoute {
  readonly kind: 'oauth'
  readonly path: string
  readonly methods: string
}

/** A route of saved searches or webhooks. */
export interface KeptRoute {
  readonly kind: 'kept'
  /** A part in braces is a placeholder for an id. */
  readonly path: string
  /** The calls by HTTP method, in capitals. */
  readonly calls: Readonly<Record<string, KeptMethod>>
}

export interface KeptMethod {
  readonly parameters: Parameters
  /** The keys of the JSON body; undefined for a call without a body. */
  readonly body: Parameters | undefined
  run(call: KeptCall): Promise<object>
  /** Returns the number of rows to charge for. */
  rowsOf?(answer: object): number
}

export type Route = OpenRoute | KeyedRoute | OAuthRoute | KeptRoute | PlainRoute

/** Returns the methods of a route for the header Allow. */
export function methodsOf(route: Route | undefined): string {
  if (route?.kind === 'kept') return [...Object.keys(route.calls).flatMap(withHead), 'OPTIONS'].join(', ')
  if (route?.kind === 'oauth') return route.methods
  return route?.kind === 'agents' ? 'POST, OPTIONS' : METHODS
}

function withHead(method: string): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

/** Routes by path in lower case. */
export type Routes = ReadonlyMap<string, Route>

/** The route of all operators' pages. */
export const OPERATOR_ROUTE: PlainRoute = { kind: 'operator', path: '/operator' }

/** The parts of the service that routes need. */
export interface RoutesService {
  /** Headers that may contain a key, in the order of reading. */
  readonly keyHeaders: readonly string[]
  readonly hasConsole: boolean
  readonly backend: Backend
  /** Throws a Fault of status 503 if the service is not ready. */
  requireReady(): void
  /** Returns the origin in the address that the caller used. */
  originOf(call: Call): string
  /** Returns the keys of a call, whether they are valid or not. */
  keysOf(call: Call): readonly string[]
  /** Counts a call without a valid key. Returns a Fault of status 429 if there were too many from its address. */
  refuseAnonymous(call: Call): Fault | undefined
}
