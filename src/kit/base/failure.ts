import type { FaultExtras } from './fault-extras.ts'

/**
 * Every failure that a caller may see: one row per code, with its HTTP status, title, meaning, and what the caller can
 * do about it. Clients may rely on the codes; the sentences may be reworded.
 */
export const FAILURES = {
  'request.malformed': [
    400,
    'Malformed request',
    'The request could not be read as HTTP with a UTF-8 query string.',
    'Send the request as HTTP has it: one Host header, and percent-encoded UTF-8 in the query.',
  ],
  'param.invalid': [
    400,
    'Invalid parameters',
    'One or more parameters cannot be read; `errors` names all of them.',
    'Mend each parameter that `errors` names: it says what was given and what is accepted.',
  ],
  'search.too_costly': [
    400,
    'Search too costly',
    'The search needs more work than one call may take: narrow it to a smaller area, fewer phrases in quotes, or a polygon with fewer corners.',
    'Search a smaller area, or split the search with `/search/plan`.',
  ],
  'grant.unsupported': [
    400,
    'Grant not supported',
    'The token endpoint gives tokens for client credentials and for codes.',
    'Send `grant_type=client_credentials`, with the key as the secret of the client, or `authorization_code`.',
  ],
  'grant.invalid': [
    400,
    'Code not good',
    'The code is over after a minute, was exchanged before, or was given to another client, for another address or with another challenge.',
    'Ask the person for access once more, from the beginning.',
  ],
  'redirect.refused': [
    400,
    'Address refused',
    'A program may have a person sent only to an address of its own by https, or by http on the machine of that person.',
    'Register with 1 to 5 addresses by https, or by http of `127.0.0.1`, `[::1]` or `localhost`, without user name and fragment.',
  ],
  'odata.malformed': [
    400,
    'Malformed OData query',
    'A query option of OData, or a key in the path, cannot be read; `error.details` names the option and the place in it.',
    'Mend the option that `error.target` names: it says what was given and what is accepted.',
  ],
  'key.missing': [
    401,
    'No API key',
    'The call has no API key in any of the headers that the answer names; the operator of the server gives keys out.',
    'Send the key in one of the headers that the answer names.',
  ],
  'key.malformed': [
    401,
    'Malformed API key',
    'The key is not of the form plat_…: a character is wrong, missing or added.',
    'Copy the key once more, whole: it begins with plat_.',
  ],
  'key.unknown': [
    401,
    'Unknown API key',
    'The key is well formed, but this server has never issued it.',
    'Check that the key is one of this server; otherwise ask its operator for one.',
  ],
  'key.revoked': [401, 'Revoked API key', 'The key was revoked by the operator.', 'Ask the operator for a new key.'],
  'key.expired': [
    401,
    'Expired API key',
    'The key was valid until a date that has passed.',
    'Ask the operator for a new key.',
  ],
  'credits.exhausted': [
    402,
    'Not enough credits',
    'The credits left in this plan period do not cover the call.',
    'Wait for the next period of the plan, which `/usage` tells, or ask the operator for more credits.',
  ],
  'plan.area': [
    403,
    'Area not in plan',
    'The plan of this key does not include this area.',
    'Ask the operator for a plan that opens the area.',
  ],
  'plan.skip': [
    403,
    'Skip tracing not in plan',
    'The plan of this key does not include skip tracing.',
    'Ask the operator for a plan that opens skip tracing.',
  ],
  'plan.operator': [
    403,
    'Operator pages not in plan',
    'The plan of this key does not include the pages for those who run the server.',
    'Call from the machine that the server runs on, or with a key of a plan that opens them.',
  ],
  'plan.unknown': [
    403,
    'Plan not offered',
    'The operator’s plans file no longer has the plan of this key.',
    'Tell the operator, who has to bring the plan back or give the key another.',
  ],
  'origin.refused': [
    403,
    'Origin refused',
    'The page that calls comes from an origin that may not: the operator lists those that may in PLAT_CORS_ORIGINS.',
    'Ask the operator to list the origin, or call from a program instead of a page.',
  ],
  'host.refused': [
    403,
    'Host refused',
    'The port for operators answers at its address and at the names of the service, so that no page elsewhere reaches it through a name of its own.',
    'Call by address, or by a name that the operator has set with --host-a, --host-b or --host-c.',
  ],
  'range.missing': [
    403,
    'Range missing',
    'The file is given out in ranges of bytes, and never as a whole.',
    'Ask for one range of bytes in the header Range; after a change of the file, without If-Range.',
  ],
  'route.unknown': [
    404,
    'No such operation',
    'No operation has this path; /openapi.json lists those that exist.',
    'Compare the path with `/docs`; the answer names the nearest, and the area that has it.',
  ],
  'home.unknown': [
    404,
    'No such property',
    'No property in the catalogue fits what was given.',
    'Check what was given; `candidates` lists what comes near. Do not repeat the call as it is.',
  ],
  'scores.unknown': [
    404,
    'No such scores',
    'The catalogue holds no walk, transit or bike score of the property.',
    'Go on without scores: no other call has them.',
  ],
  'building.unknown': [
    404,
    'No such building',
    'No building in the catalogue fits what was given.',
    'Check what was given; `/lotid_from_address` finds the id of a building.',
  ],
  'place.unknown': [
    404,
    'No such place',
    'No place in the catalogue fits what was given; `nearest` names the closest one.',
    'Ask for the place that `nearest` names, if it was meant, or type a few letters into `/autocomplete`.',
  ],
  'agent.unknown': [
    404,
    'No such agent',
    'No agent in the catalogue has this id, link or user name.',
    'Take the id or user name as `/agent/search` returns it.',
  ],
  'person.unknown': [
    404,
    'No such person',
    'No person in the catalogue has this id.',
    'Take the id as `/skip/byaddress` returns it.',
  ],
  'odata.unknown': [
    404,
    'No such resource or record',
    'The OData service has no resource of this name, or the resource no record with this key.',
    'Read the names of resources in the service document and those of fields in `$metadata`; both are case-sensitive.',
  ],
  'media.unknown': [
    404,
    'No such picture',
    'No picture in the catalogue has this address.',
    'Take the address of the picture from a new answer: another catalogue may have taken the place of the old one.',
  ],
  'subscription.unknown': [
    404,
    'No such saved search or webhook',
    'The key has no saved search, or no webhook, with this id.',
    'Take the id from `/searches` or `/webhooks`, asked with the same key.',
  ],
  'method.unsupported': [
    405,
    'Method not allowed',
    'Every operation is a GET; HEAD and OPTIONS work too. Agents POST to /mcp, and programs that need a token to /oauth2/token and /oauth2/register; saved searches and webhooks have POST, PATCH and DELETE.',
    'Call with GET, or with a method that the header Allow names.',
  ],
  'odata.unacceptable': [
    406,
    'Format not offered',
    'The OData service does not write the format that `$format` or the header Accept asks for.',
    'Ask for `application/json`; the metadata come as `application/xml`, too.',
  ],
  'address.ambiguous': [
    409,
    'Ambiguous address',
    'The address fits several properties, some of its words were not read, or it lacks the unit or direction of the only property that it fits; `candidates` lists what it may mean.',
    'Call again with one of the `candidates`, by its zpid or its whole address.',
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
    'The key has as many saved searches or webhooks as a key may have, or as many bytes of them.',
    'Delete those that nobody reads any more.',
  ],
  'request.timeout': [
    408,
    'Request not finished',
    'The request did not arrive in full in time.',
    'Send the request again, in one piece.',
  ],
  'changes.expired': [
    410,
    'Changes no longer kept',
    'The cursor is of another catalogue, or of a time whose changes are no longer kept.',
    'Read everything once more, and go on from `since=now`.',
  ],
  'odata.link_expired': [
    410,
    'Link expired',
    'A link to the next page is of another catalogue or another key, or was not made by this server.',
    'Begin again with the first page.',
  ],
  'request.body_too_large': [
    413,
    'Body too large',
    'The body of a request to /mcp is limited to 1024 KiB, of one below /oauth2 to 8 KiB, and of one about saved searches or webhooks to 64 KiB.',
    'Send one message in a body, and a shorter one.',
  ],
  'subscription.too_large': [
    413,
    'Saved search or webhook too large',
    'A saved search or a webhook must have at most 8 KB.',
    'Search with fewer places, or a polygon with fewer corners; a saved URL needs only what the search is made of.',
  ],
  'odata.too_costly': [
    413,
    'Query too complex',
    'The OData query needs more work than one call may take.',
    'Leave out conditions, or ask for fewer values, fields or expanded rows at once.',
  ],
  'request.too_long': [
    414,
    'Request line too long',
    'The request line is limited to 64 KiB.',
    'Send less: a polygon of fewer corners, or fewer places at once.',
  ],
  'request.headers_too_large': [
    431,
    'Headers too large',
    'Request line and headers together are limited to 80 KiB.',
    'Send fewer or smaller headers, such as cookies that nobody reads.',
  ],
  'range.unfit': [
    416,
    'Range not satisfiable',
    'The file is answered in ranges of bytes, and the one that was asked for is none of it.',
    'Ask for one range of bytes that lies in the file, in the header Range.',
  ],
  'rate.exceeded': [
    429,
    'Too many requests',
    'The plan’s requests per second are used up; `Retry-After` says when to try again.',
    'Wait as many seconds as `Retry-After` says, and spread calls out.',
  ],
  'calls.too_many': [
    429,
    'Too many calls in flight',
    'The plan limits how many calls may run at once.',
    'Wait for an answer before the next call; the plan says how many may run at once.',
  ],
  'misses.exceeded': [
    429,
    'Too many misses',
    'Calls that found nothing or could not be read, and calls without a key, have a rate of their own; `Retry-After` says when to try again.',
    'Wait as many seconds as `Retry-After` says, and mend the calls that fail.',
  ],
  'server.failed': [
    500,
    'Internal error',
    'A fault of the server. With the request id, the operator finds its cause in the log.',
    'Tell the operator the request id.',
  ],
  'odata.unsupported': [
    501,
    'Not supported',
    'The query is OData, but asks for a part of it that this service does not have.',
    'Ask without the part that `error.message` names.',
  ],
  'tiles.unreadable': [
    503,
    'Map tiles unreadable',
    'The file of map tiles cannot be read, or has changed since the start: maps are drawn from outlines.',
    'Go on without: nothing else needs the file. Its operator restarts Plat after changing it.',
  ],
  'catalogue.damaged': [
    503,
    'Catalogue damaged',
    'The data that the call needs cannot be read: the operator has to restore a copy of the catalogue.',
    'Tell the operator; try again once the catalogue is restored.',
  ],
  'server.busy': [
    503,
    'Overloaded',
    'The server cannot take the call now; `Retry-After` says when to try again.',
    'Wait as many seconds as `Retry-After` says, then try again: the call cost nothing.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, meaning: string, remedy: string]>

export type FailureCode = keyof typeof FAILURES

export type { FaultExtras, ParameterError, PossibleMeaning } from './fault-extras.ts'

/**
 * A refusal meant for the caller. Any other error that is thrown is a bug of Plat: Plat logs its cause, and the caller
 * gets only `server.failed`.
 */
export class Fault extends Error {
  readonly code: FailureCode
  readonly extras: FaultExtras

  constructor(code: FailureCode, detail: string = FAILURES[code][2], extras: FaultExtras = {}) {
    const { stackTraceLimit } = Error
    // a Fault is an answer, not a defect; building a stack that nobody reads is the slowest part
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
 * A refusal meant for the person at the command line. Plat prints its one sentence without a stack. `exitCode` is a
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
 * Exit codes of the program. They follow sysexits if a script could act on them. `EXIT_MEANINGS` describes them in docs
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
  failed: 'a fault of Plat itself',
  usage: 'words, options or settings that cannot be read or do not go together',
  data: 'broken data, or the unknown name of a plan, key, person or mapping',
  noInput: 'a file or folder that is missing or cannot be read',
  nobody: 'no person has that name at that address, so nobody was withheld',
  cannotWrite: 'the data folder, or a file, cannot be written to',
  io: 'the disk failed, or nobody read the output to its end',
  busy: 'a port is in use, another process is writing, or a server cannot be reached: try again',
  denied: 'a server refuses the credentials',
  interrupted: 'interrupted, and nothing is left half done',
}
