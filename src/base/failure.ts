/**
 * Everything that can go wrong for a caller: one row per stable code, with its HTTP status, its title, and the sentence
 * that the docs give for it. Clients may rely on the codes; the sentences may be reworded.
 */
export const FAILURES = {
  'request.malformed': [400, 'Malformed request', 'The request could not be read as HTTP with a UTF-8 query string.'],
  'param.invalid': [400, 'Invalid parameters', 'One or more parameters cannot be read; `errors` names all of them.'],
  'search.too_costly': [
    400,
    'Search too costly',
    'The search needs more work than one call may take: narrow it to a smaller area, fewer phrases in quotes, or a polygon with fewer corners.',
  ],
  'key.missing': [
    401,
    'No API key',
    'The call has no API key in any of the headers that the answer names; the operator of the server gives keys out.',
  ],
  'key.malformed': [
    401,
    'Malformed API key',
    'The key is not of the form plat_…: a character is wrong, missing or added.',
  ],
  'key.unknown': [401, 'Unknown API key', 'The key is well formed, but this server has never issued it.'],
  'key.revoked': [401, 'Revoked API key', 'The key was revoked by the operator.'],
  'key.expired': [401, 'Expired API key', 'The key was valid until a date that has passed.'],
  'credits.exhausted': [402, 'Not enough credits', 'The credits left in this plan period do not cover the call.'],
  'plan.area': [403, 'Area not in plan', 'The plan of this key does not include this area.'],
  'plan.skip': [403, 'Skip tracing not in plan', 'The plan of this key does not include skip tracing.'],
  'plan.operator': [
    403,
    'Operator pages not in plan',
    'The plan of this key does not include the pages for those who run the server.',
  ],
  'plan.unknown': [403, 'Plan not offered', 'The operator’s plans file no longer has the plan of this key.'],
  'origin.refused': [
    403,
    'Origin refused',
    'The page that calls comes from an origin that may not: the operator lists those that may in PLAT_CORS_ORIGINS.',
  ],
  'route.unknown': [404, 'No such operation', 'No operation has this path; /openapi.json lists those that exist.'],
  'home.unknown': [404, 'No such property', 'No property in the catalogue fits what was given.'],
  'scores.unknown': [404, 'No such scores', 'The catalogue holds no walk, transit or bike score of the property.'],
  'building.unknown': [404, 'No such building', 'No building in the catalogue fits what was given.'],
  'place.unknown': [
    404,
    'No such place',
    'No place in the catalogue fits what was given; `nearest` names the closest one.',
  ],
  'agent.unknown': [404, 'No such agent', 'No agent in the catalogue has this id, link or user name.'],
  'person.unknown': [404, 'No such person', 'No person in the catalogue has this id.'],
  'media.unknown': [404, 'No such picture', 'No picture in the catalogue has this address.'],
  'method.unsupported': [
    405,
    'Method not allowed',
    'Every operation is a GET; HEAD and OPTIONS work too. Agents POST to /mcp.',
  ],
  'address.ambiguous': [409, 'Ambiguous address', 'The address fits several properties; `candidates` lists them.'],
  'place.ambiguous': [409, 'Ambiguous place', 'The name fits several places; `candidates` lists them.'],
  'request.timeout': [408, 'Request not finished', 'The request did not arrive in full in time.'],
  'request.body_too_large': [413, 'Body too large', 'The body of a request to /mcp is limited to 1024 KiB.'],
  'request.too_long': [414, 'Request line too long', 'The request line is limited to 64 KiB.'],
  'request.headers_too_large': [431, 'Headers too large', 'Request line and headers together are limited to 80 KiB.'],
  'rate.exceeded': [
    429,
    'Too many requests',
    'The plan’s requests per second are used up; `Retry-After` says when to try again.',
  ],
  'calls.too_many': [429, 'Too many calls in flight', 'The plan limits how many calls may run at once.'],
  'misses.exceeded': [
    429,
    'Too many misses',
    'Calls that found nothing or could not be read, and calls without a key, have a rate of their own; `Retry-After` says when to try again.',
  ],
  'server.failed': [
    500,
    'Internal error',
    'A fault of the server. With the request id, the operator finds its cause in the log.',
  ],
  'catalogue.damaged': [
    503,
    'Catalogue damaged',
    'The data that the call needs cannot be read: the operator has to restore a copy of the catalogue.',
  ],
  'server.busy': [503, 'Overloaded', 'The server cannot take the call now; `Retry-After` says when to try again.'],
} as const satisfies Record<string, readonly [status: number, title: string, meaning: string]>

export type FailureCode = keyof typeof FAILURES

/** One thing wrong with one parameter, as in a problem document's `errors`. */
export interface ParameterError {
  readonly parameter: string
  readonly code: 'param.invalid' | 'param.missing' | 'param.repeated' | 'param.unknown' | 'param.inapplicable'
  readonly detail: string
  readonly given?: string
  readonly accepted?: readonly string[]
  readonly nearest?: string
}

/** A property, or a place by its name, that may have been meant. */
export interface Offered {
  readonly zpid?: number
  readonly address?: string
  readonly name?: string
  /** Why it may have been meant. */
  readonly why?: string
}

/** Members that a problem document carries beside the standard ones. */
export interface FaultExtras {
  readonly errors?: readonly ParameterError[]
  readonly candidates?: readonly Offered[]
  /** What was most likely meant, when nothing fits: offered, never taken. */
  readonly nearest?: string
  /** An empty container that clients of a look-up read even when nothing was found, e.g. `{ propertyDetails: {} }`. */
  readonly container?: Readonly<Record<string, object>>
  readonly retryAfterS?: number
  readonly allow?: string
}

/**
 * A refusal meant for the caller. Anything else that is thrown is our bug: it is logged with its cause and answered
 * with `server.failed` and nothing more.
 */
export class Fault extends Error {
  readonly code: FailureCode
  readonly extras: FaultExtras

  constructor(code: FailureCode, detail: string = FAILURES[code][2], extras: FaultExtras = {}) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0 // it is an answer, not a defect: nobody reads its stack, which takes longest to make
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
 * A refusal meant for the person at the command line: printed as its one sentence, without a stack. `exitCode` is one
 * of `EXIT`, so that a script can act on it.
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
 * How the program ends: codes of sysexits where a script could act on them. `EXIT_MEANINGS` is what docs and help
 * say.
 */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 64,
  data: 65,
  noInput: 66,
  cannotWrite: 73,
  io: 74,
  busy: 75,
  denied: 77,
  interrupted: 130,
} as const

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  failed: 'a fault of Plat itself',
  usage: 'words, options or settings that cannot be read or do not go together',
  data: 'broken data, or the unknown name of a plan, key, person or mapping',
  noInput: 'a file or folder that is missing or cannot be read',
  cannotWrite: 'the data folder, or a file, cannot be written to',
  io: 'the disk failed, or nobody read the output to its end',
  busy: 'a port is in use, another process is writing, or a server cannot be reached: try again',
  denied: 'a server refuses the credentials',
  interrupted: 'interrupted, and nothing is left half done',
}
