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

/** A route that needs no key, such as a picture or a document. */
export interface OpenRoute {
  readonly kind: 'open'
  readonly path: string
  content(call: Call): Content | Promise<Content>
  /** Makes the content before the first request. Absent if the route does not cache content. */
  make?(): void
}

/** The client that calls an operation: its key's account and access. */
export interface Caller {
  readonly access: Access
  readonly account: Account
  /** The date that counts as today in each area. */
  readonly days: AreaDays
}

/** A route that runs an operation. It needs a key. */
export interface KeyedRoute {
  readonly kind: 'keyed'
  readonly path: string
  /** The area that the key's plan must include; undefined if every key may call the operation. */
  readonly area: Area | undefined
  readonly skip: boolean
  readonly credits: number
  /** Whether answers are pages of changes. Clients may then wait for new changes or get them as a stream. */
  readonly follows: boolean
  readonly parameters: Parameters
  readonly rules: readonly Rule<Parameters>[]
  /** Returns the person about whom the client asks, for the audit log. */
  subject?(args: Readonly<Record<string, unknown>>): string
  run(read: ParsedParameters<Parameters>, context: Context, caller: Caller): Promise<object>
}

/**
 * A route without further properties. Braces in its path are placeholders.
 *
 * - `batch`: many calls of an operation. It needs a key.
 * - `agents`: messages of agents (MCP). They need a key, with which their tools run operations.
 * - `odata`: the RESO Web API. It needs a key.
 * - `tiles`: map tiles and TileJSON. They need a key.
 * - `feed`: the feed of a saved search. Its secret address replaces the key.
 * - `operator`: operators' pages, for clients on this machine and for keys whose plan allows them.
 */
export interface PlainRoute {
  readonly kind: 'batch' | 'agents' | 'odata' | 'tiles' | 'feed' | 'operator'
  readonly path: string
}

/** A route of OAuth 2.0. Programs register, and get an access token, which is an API key. */
export interface OAuthRoute {
  readonly kind: 'oauth'
  readonly path: string
  readonly methods: string
}

/** A route for saved searches or webhooks. */
export interface KeptRoute {
  readonly kind: 'kept'
  /** The path. A part in braces, such as `{id}`, is a placeholder. */
  readonly path: string
  /** The calls by HTTP method in capitals. */
  readonly calls: Readonly<Record<string, KeptMethod>>
}

export interface KeptMethod {
  readonly parameters: Parameters
  /** The keys of the JSON body; undefined if the call has no body. */
  readonly body: Parameters | undefined
  run(call: KeptCall): Promise<object>
  /** Returns the number of rows to charge for. Absent if the call is free. */
  rowsOf?(answer: object): number
}

export type Route = OpenRoute | KeyedRoute | OAuthRoute | KeptRoute | PlainRoute

/** Returns the methods of a route for the header Allow. */
export function methodsOf(route: Route | undefined): string {
  if (route?.kind === 'kept') return [...Object.keys(route.calls).flatMap(withHead), 'OPTIONS'].join(', ')
  if (route?.kind === 'oauth') return route.methods
  if (route === SIGN_OUT_ROUTE) return 'POST, OPTIONS'
  if (route === OPERATOR_KEYS_ROUTE) return `POST, ${METHODS}`
  return route?.kind === 'agents' || route?.kind === 'batch' ? 'POST, OPTIONS' : METHODS
}

function withHead(method: string): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

/** Routes by path in lower case. */
export type Routes = ReadonlyMap<string, Route>

export const OPERATOR_ROUTE: PlainRoute = { kind: 'operator', path: '/operator' }

/** The pages about keys, which also take changes. */
export const OPERATOR_KEYS_ROUTE: PlainRoute = { kind: 'operator', path: '/operator/keys' }

/** Ends the session of an operator. `sign-in.ts` has the other paths of signing in. */
export const SIGN_OUT_ROUTE: PlainRoute = { kind: 'operator', path: '/operator/sign-out' }

/** The parts of the service that routes use. */
export interface RoutesService {
  /** Names of the headers that may contain a key, in the order in which they are read. */
  readonly keyHeaders: readonly string[]
  readonly hasConsole: boolean
  readonly backend: Backend
  /** Throws a Fault with status 503 if the service is not ready to answer calls. */
  requireReady(): void
  /** Returns the server's origin as the client addressed it. */
  originOf(call: Call): string
  /** Returns all keys that a call contains, valid or not. */
  keysOf(call: Call): readonly string[]
  /** Counts a call without a valid key. Returns a Fault with status 429 after too many calls from its address. */
  refuseAnonymous(call: Call): Fault | undefined
}
