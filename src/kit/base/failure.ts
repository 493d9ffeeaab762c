import type { FaultExtras } from './fault-extras.ts'

/**
 * Every failure that a caller may see: one row per code, with its HTTP status, title, meaning, and what the caller can
 * do. Clients may rely on the codes; the sentences may be reworded.
 */
export const FAILURES = {
  'request.malformed': [
    400,
    'Malformed request',
    'The request is not valid HTTP with a UTF-8 query string.',
    'Send a valid HTTP request: one Host header, and percent-encoded UTF-8 in the query.',
  ],
  'param.invalid': [
    400,
    'Invalid parameters',
    'One or more parameters cannot be read; `errors` lists all of them.',
    'Fix each parameter in `errors`: it says what you sent and what is allowed.',
  ],
  'search.too_costly': [
    400,
    'Search too costly',
    'The search needs more work than one call may take. Narrow it to a smaller area, fewer phrases in quotes, or a polygon with fewer corners.',
    'Search a smaller area, or split the search with `/search/plan`.',
  ],
  'grant.unsupported': [
    400,
    'Grant not supported',
    'The token endpoint supports only the grant types client_credentials and authorization_code.',
    'Send `grant_type=client_credentials`, with the key as the client secret, or `grant_type=authorization_code`.',
  ],
  'grant.invalid': [
    400,
    'Invalid code',
    'The code has expired (after a minute), was already used, or was issued for another client, redirect address or challenge.',
    'Ask the person to authorize access again, from the beginning.',
  ],
  'redirect.refused': [
    400,
    'Redirect address refused',
    'A redirect address must belong to the program: an https address, or an http address on the person’s own machine.',
    'Register 1 to 5 addresses with https, or with http and the host `127.0.0.1`, `[::1]` or `localhost`, without user name and fragment.',
  ],
  'odata.malformed': [
    400,
    'Malformed OData query',
    'An OData query option, or a key in the path, cannot be read; `error.details` names the option and the position in it.',
    'Fix the option in `error.target`: the message says what you sent and what is allowed.',
  ],
  'key.missing': [
    401,
    'No API key',
    'The call has no API key in any of the headers that the answer lists. The operator of the server issues keys.',
    'Send your key in one of the headers that the answer lists.',
  ],
  'key.malformed': [
    401,
    'Malformed API key',
    'The key does not have the form plat_…: a character is wrong, missing or added.',
    'Copy the whole key again, beginning with plat_.',
  ],
  'key.unknown': [
    401,
    'Unknown API key',
    'The key is well formed, but this server never issued it.',
    'Check that the key belongs to this server, or ask its operator for a key.',
  ],
  'key.revoked': [401, 'Revoked API key', 'The operator revoked this key.', 'Ask the operator for a new key.'],
  'key.expired': [401, 'Expired API key', 'The key has expired.', 'Ask the operator for a new key.'],
  'credits.exhausted': [
    402,
    'Not enough credits',
    'Your plan does not have enough credits left in this period for the call.',
    'Wait for the next period of your plan, which `/usage` shows, or ask the operator for more credits.',
  ],
  'plan.area': [
    403,
    'Area not in plan',
    'This key’s plan does not include this area.',
    'Ask the operator for a plan that includes the area.',
  ],
  'plan.skip': [
    403,
    'Skip tracing not in plan',
    'This key’s plan does not include skip tracing, or includes it only for keys with a purpose.',
    'Ask the operator to include skip tracing in your plan, or to enter a purpose for the key.',
  ],
  'plan.operator': [
    403,
    'Operator pages not in plan',
    'This key’s plan does not include the operator pages.',
    'Call from the machine that runs the server, or use a key whose plan includes the operator pages.',
  ],
  'key.limited': [
    403,
    'Key limited',
    'The operator has limited this key to some web pages, client addresses, operations or places, or has made it read-only.',
    'Stay within the limits of the key, or ask the operator to change them.',
  ],
  'plan.unknown': [
    403,
    'Plan not offered',
    'The operator’s plans file no longer has the plan of this key.',
    'Tell the operator, who must restore the plan or assign another plan to the key.',
  ],
  'origin.refused': [
    403,
    'Origin refused',
    'The page’s origin may not call this server. The operator lists the allowed origins in PLAT_CORS_ORIGINS.',
    'Ask the operator to add the origin, or call from a program instead of a page.',
  ],
  'host.refused': [
    403,
    'Host refused',
    'The operator port answers only requests to its address or to the service’s public name. This keeps pages of other websites out.',
    'Call the address, or the name that the operator has set with --public-name.',
  ],
  'range.missing': [
    403,
    'Range missing',
    'The file is served only in byte ranges, never as a whole.',
    'Request one byte range in the Range header. If the file has changed, leave out If-Range.',
  ],
  'route.unknown': [
    404,
    'No such operation',
    'No operation has this path; /openapi.json lists all operations.',
    'Compare the path with `/docs`. The answer names the nearest path.',
  ],
  'home.unknown': [
    404,
    'No such property',
    'No property in the catalog matches the request.',
    'Check what you sent; `candidates` lists similar properties. Do not repeat the call unchanged.',
  ],
  'scores.unknown': [
    404,
    'No such scores',
    'The catalog has no walk, transit or bike score for this property.',
    'Continue without scores: no other call has them.',
  ],
  'building.unknown': [
    404,
    'No such building',
    'No building in the catalog matches the request.',
    'Check what you sent; `/lotid_from_address` finds the id of a building.',
  ],
  'place.unknown': [
    404,
    'No such place',
    'No place in the catalog matches the request; `nearest` names the closest place.',
    'If you meant the place in `nearest`, request it. Otherwise look the place up with a few letters in `/autocomplete`.',
  ],
  'agent.unknown': [
    404,
    'No such agent',
    'No agent in the catalog has this id, link or user name.',
    'Use an id or user name from `/agent/search`.',
  ],
  'person.unknown': [
    404,
    'No such person',
    'No person in the catalog has this id.',
    'Use an id from `/skip/byaddress`.',
  ],
  'owner.unknown': [404, 'No such owner', 'No owner in the catalog has this id.', 'Use an id from `/owner/search`.'],
  'odata.unknown': [
    404,
    'No such resource or record',
    'The OData service has no resource with this name, or the resource has no record with this key.',
    'Resource names are in the service document, field names in `$metadata`; both are case-sensitive.',
  ],
  'media.unknown': [
    404,
    'No such picture',
    'No picture in the catalog has this address.',
    'Take the address of the picture from a new answer: the catalog may have been replaced.',
  ],
  'subscription.unknown': [
    404,
    'No such saved search or webhook',
    'The key has no saved search, or no webhook, with this id.',
    'Take the id from `/searches` or `/webhooks`, called with the same key.',
  ],
  'method.unsupported': [
    405,
    'Method not allowed',
    'Operations allow GET, HEAD and OPTIONS. POST is for /mcp, /batch, /token, /oauth2/token, /oauth2/register, /operator/keys and /operator/sign-out; saved searches and webhooks allow POST, PATCH and DELETE.',
    'Use GET, or a method in the Allow header.',
  ],
  'odata.unacceptable': [
    406,
    'Format not offered',
    'The OData service does not offer the format in `$format` or in the Accept header.',
    'Request `application/json`; metadata is also available as `application/xml`.',
  ],
  'address.ambiguous': [
    409,
    'Ambiguous address',
    'The address fits several properties, has words that were not read, or lacks a unit or direction. `candidates` lists the possible properties.',
    'Call again with one of the `candidates`, by its zpid or its full address.',
  ],
  'place.ambiguous': [
    409,
    'Ambiguous place',
    'The name fits several places; `candidates` lists them.',
    'Call again with one of the `candidates`.',
  ],
  'subscriptions.too_many': [
    409,
    'Too many saved searches or webhooks',
    'The key has reached the maximum number, or the maximum size, of saved searches or webhooks.',
    'Delete saved searches or webhooks that you no longer need.',
  ],
  'request.timeout': [
    408,
    'Request not finished',
    'The request did not arrive completely in time.',
    'Send the request again, in one piece.',
  ],
  'changes.expired': [
    410,
    'Changes no longer available',
    'The cursor belongs to another catalog, or is older than the changes that are stored.',
    'Read everything again, and continue from `since=now`.',
  ],
  'odata.link_expired': [
    410,
    'Link expired',
    'The link to the next page belongs to another catalog or another key, or was not made by this server.',
    'Start again with the first page.',
  ],
  'request.body_too_large': [
    413,
    'Body too large',
    'Request bodies are limited to 1024 KiB for /mcp, 512 KiB for /batch, 8 KiB for paths below /oauth2, and 64 KiB for all others.',
    'Send one message per body, and a shorter one.',
  ],
  'subscription.too_large': [
    413,
    'Saved search or webhook too large',
    'A saved search or a webhook must have at most 8 KB.',
    'Search fewer places, or a polygon with fewer corners. In a saved URL, leave out everything that does not affect the search.',
  ],
  'odata.too_costly': [
    413,
    'Query too complex',
    'The OData query needs more work than one call may take.',
    'Leave out conditions, or request fewer values, fields or expanded rows at once.',
  ],
  'request.too_long': [
    414,
    'Request line too long',
    'The request line is limited to 64 KiB.',
    'Send less: a polygon with fewer corners, or fewer places at once.',
  ],
  'request.headers_too_large': [
    431,
    'Headers too large',
    'Request line and headers together are limited to 80 KiB.',
    'Send fewer or smaller headers. Cookies often take the space.',
  ],
  'range.unfit': [
    416,
    'Range not satisfiable',
    'The file is served in byte ranges, and the requested range is not in the file.',
    'Request one byte range within the file, in the Range header.',
  ],
  'rate.exceeded': [
    429,
    'Too many requests',
    'You have reached the plan’s limit of requests per second; `Retry-After` says when to try again.',
    'Wait the number of seconds in `Retry-After`, and spread your calls out.',
  ],
  'calls.too_many': [
    429,
    'Too many calls in flight',
    'You have reached the plan’s limit of concurrent calls.',
    'Wait for an answer before the next call, or run fewer calls at once.',
  ],
  'misses.exceeded': [
    429,
    'Too many unsuccessful calls',
    'Calls that find nothing or cannot be read, and calls without a key, have a separate rate limit; `Retry-After` says when to try again.',
    'Wait the number of seconds in `Retry-After`, and fix the calls that fail.',
  ],
  'server.failed': [
    500,
    'Internal error',
    'A server error. The operator can use the request id to find its cause in the log.',
    'Tell the operator the request id.',
  ],
  'odata.unsupported': [
    501,
    'Not supported',
    'The query is valid OData, but uses a feature that this service does not have.',
    'Leave out the feature that `error.message` names.',
  ],
  'tiles.unreadable': [
    503,
    'Map tiles unreadable',
    'The file of map tiles cannot be read, or has changed since the start. Maps show outlines instead.',
    'Continue without map tiles: nothing else needs the file. The operator must restart Plat after changing the file.',
  ],
  'catalogue.damaged': [
    503,
    'Catalog damaged',
    'The data for this call cannot be read. The operator must restore the catalog from a backup.',
    'Tell the operator, and try again once the catalog is restored.',
  ],
  'server.busy': [
    503,
    'Overloaded',
    'The server cannot take the call now; `Retry-After` says when to try again.',
    'Wait the number of seconds in `Retry-After`, then try again. The call cost nothing.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, meaning: string, remedy: string]>

export type FailureCode = keyof typeof FAILURES

export type { FaultExtras, ParameterError, PossibleMeaning } from './fault-extras.ts'

/**
 * An error meant for the caller. Any other error is a bug in Plat: Plat logs its cause, and the caller gets only
 * `server.failed`.
 */
export class Fault extends Error {
  readonly code: FailureCode
  readonly extras: FaultExtras

  constructor(code: FailureCode, detail: string = FAILURES[code][2], extras: FaultExtras = {}) {
    const { stackTraceLimit } = Error
    // no stack trace: a Fault is an answer, so nobody reads its stack, and building one would be the slowest step
    Error.stackTraceLimit = 0
    super(detail)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Fault'
    this.code = code
    this.extras = extras
  }

  get status(): number {
    return FAILURES[this.code][0]
  }

  get title(): string {
    return FAILURES[this.code][1]
  }
}

/**
 * An error meant for the person at the command line. Plat prints its one sentence without a stack. `exitCode` is a
 * value of `EXIT`, so that scripts can act on it.
 */
export class CommandFault extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandFault'
    this.exitCode = exitCode
  }
}

/**
 * Exit codes of the program. Codes that scripts can act on follow sysexits. `EXIT_MEANINGS` describes all codes in docs
 * and help.
 */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 64,
  data: 65,
  noInput: 66,
  nobody: 67,
  cannotWrite: 73,
  io: 74,
  busy: 75,
  denied: 77,
  interrupted: 130,
} as const

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  failed: 'a bug in Plat',
  usage: 'arguments, options or settings that cannot be read or do not go together',
  data: 'broken data, or an unknown plan, key, person or mapping',
  noInput: 'a file or folder that is missing or cannot be read',
  nobody: 'no person has that name at that address, so nobody was hidden',
  cannotWrite: 'the data folder or a file is not writable',
  io: 'the disk failed, or the output was not read to its end',
  busy: 'a port is in use, another process is writing, or a server cannot be reached: try again',
  denied: 'a server refuses the credentials',
  interrupted: 'interrupted; nothing is left half done',
}
