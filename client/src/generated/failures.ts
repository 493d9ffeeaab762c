// Made by `npm run client` from the OpenAPI documents: change the declarations in src/, not this file.

/** Why the service refuses a call, by the code of its answer. Codes never change their meaning. */
export const FAILURES = {
  /** The request could not be read as HTTP with a UTF-8 query string. */
  'request.malformed': { status: 400, title: 'Malformed request' },
  /** One or more parameters cannot be read; `errors` names all of them. */
  'param.invalid': { status: 400, title: 'Invalid parameters' },
  /**
   * The search needs more work than one call may take: narrow it to a smaller area, fewer phrases in quotes, or a
   * polygon with fewer corners.
   */
  'search.too_costly': { status: 400, title: 'Search too costly' },
  /** The token endpoint gives tokens for client credentials and for codes. */
  'grant.unsupported': { status: 400, title: 'Grant not supported' },
  /**
   * The code is over after a minute, was exchanged before, or was given to another client, for another address or
   * with another challenge.
   */
  'grant.invalid': { status: 400, title: 'Code not good' },
  /**
   * A program may have a person sent only to an address of its own by https, or by http on the machine of that
   * person.
   */
  'redirect.refused': { status: 400, title: 'Address refused' },
  /**
   * A query option of OData, or a key in the path, cannot be read; `error.details` names the option and the place
   * in it.
   */
  'odata.malformed': { status: 400, title: 'Malformed OData query' },
  /**
   * The call has no API key in any of the headers that the answer names; the operator of the server gives keys
   * out.
   */
  'key.missing': { status: 401, title: 'No API key' },
  /** The key is not of the form plat_…: a character is wrong, missing or added. */
  'key.malformed': { status: 401, title: 'Malformed API key' },
  /** The key is well formed, but this server has never issued it. */
  'key.unknown': { status: 401, title: 'Unknown API key' },
  /** The key was revoked by the operator. */
  'key.revoked': { status: 401, title: 'Revoked API key' },
  /** The key was valid until a date that has passed. */
  'key.expired': { status: 401, title: 'Expired API key' },
  /** The credits left in this plan period do not cover the call. */
  'credits.exhausted': { status: 402, title: 'Not enough credits' },
  /** The plan of this key does not include this area. */
  'plan.area': { status: 403, title: 'Area not in plan' },
  /** The plan of this key does not include skip tracing. */
  'plan.skip': { status: 403, title: 'Skip tracing not in plan' },
  /** The plan of this key does not include the pages for those who run the server. */
  'plan.operator': { status: 403, title: 'Operator pages not in plan' },
  /** The operator’s plans file no longer has the plan of this key. */
  'plan.unknown': { status: 403, title: 'Plan not offered' },
  /** The page that calls comes from an origin that may not: the operator lists those that may in PLAT_CORS_ORIGINS. */
  'origin.refused': { status: 403, title: 'Origin refused' },
  /**
   * The port for operators answers at its address and at the names of the service, so that no page elsewhere
   * reaches it through a name of its own.
   */
  'host.refused': { status: 403, title: 'Host refused' },
  /** The file is given out in ranges of bytes, and never as a whole. */
  'range.missing': { status: 403, title: 'Range missing' },
  /** No operation has this path; /openapi.json lists those that exist. */
  'route.unknown': { status: 404, title: 'No such operation' },
  /** No property in the catalogue fits what was given. */
  'home.unknown': { status: 404, title: 'No such property' },
  /** The catalogue holds no walk, transit or bike score of the property. */
  'scores.unknown': { status: 404, title: 'No such scores' },
  /** No building in the catalogue fits what was given. */
  'building.unknown': { status: 404, title: 'No such building' },
  /** No place in the catalogue fits what was given; `nearest` names the closest one. */
  'place.unknown': { status: 404, title: 'No such place' },
  /** No agent in the catalogue has this id, link or user name. */
  'agent.unknown': { status: 404, title: 'No such agent' },
  /** No person in the catalogue has this id. */
  'person.unknown': { status: 404, title: 'No such person' },
  /** The OData service has no resource of this name, or the resource no record with this key. */
  'odata.unknown': { status: 404, title: 'No such resource or record' },
  /** No picture in the catalogue has this address. */
  'media.unknown': { status: 404, title: 'No such picture' },
  /** The key has no saved search, or no webhook, with this id. */
  'subscription.unknown': { status: 404, title: 'No such saved search or webhook' },
  /**
   * Every operation is a GET; HEAD and OPTIONS work too. Agents POST to /mcp, and programs that need a token to
   * /oauth2/token and /oauth2/register; saved searches and webhooks have POST, PATCH and DELETE.
   */
  'method.unsupported': { status: 405, title: 'Method not allowed' },
  /** The OData service does not write the format that `$format` or the header Accept asks for. */
  'odata.unacceptable': { status: 406, title: 'Format not offered' },
  /**
   * The address fits several properties, some of its words were not read, or it lacks the unit or direction of the
   * only property that it fits; `candidates` lists what it may mean.
   */
  'address.ambiguous': { status: 409, title: 'Ambiguous address' },
  /** The name fits several places; `candidates` lists them. */
  'place.ambiguous': { status: 409, title: 'Ambiguous place' },
  /** The key has as many saved searches or webhooks as a key may have, or as many bytes of them. */
  'subscriptions.too_many': { status: 409, title: 'Too many saved searches or webhooks' },
  /** The request did not arrive in full in time. */
  'request.timeout': { status: 408, title: 'Request not finished' },
  /** The cursor is of another catalogue, or of a time whose changes are no longer kept. */
  'changes.expired': { status: 410, title: 'Changes no longer kept' },
  /** A link to the next page is of another catalogue or another key, or was not made by this server. */
  'odata.link_expired': { status: 410, title: 'Link expired' },
  /**
   * The body of a request to /mcp is limited to 1024 KiB, of one below /oauth2 to 8 KiB, and of one about saved
   * searches or webhooks to 64 KiB.
   */
  'request.body_too_large': { status: 413, title: 'Body too large' },
  /** A saved search or a webhook must have at most 8 KB. */
  'subscription.too_large': { status: 413, title: 'Saved search or webhook too large' },
  /** The OData query needs more work than one call may take. */
  'odata.too_costly': { status: 413, title: 'Query too complex' },
  /** The request line is limited to 64 KiB. */
  'request.too_long': { status: 414, title: 'Request line too long' },
  /** Request line and headers together are limited to 80 KiB. */
  'request.headers_too_large': { status: 431, title: 'Headers too large' },
  /** The file is answered in ranges of bytes, and the one that was asked for is none of it. */
  'range.unfit': { status: 416, title: 'Range not satisfiable' },
  /** The plan’s requests per second are used up; `Retry-After` says when to try again. */
  'rate.exceeded': { status: 429, title: 'Too many requests' },
  /** The plan limits how many calls may run at once. */
  'calls.too_many': { status: 429, title: 'Too many calls in flight' },
  /**
   * Calls that found nothing or could not be read, and calls without a key, have a rate of their own;
   * `Retry-After` says when to try again.
   */
  'misses.exceeded': { status: 429, title: 'Too many misses' },
  /** A fault of the server. With the request id, the operator finds its cause in the log. */
  'server.failed': { status: 500, title: 'Internal error' },
  /** The query is OData, but asks for a part of it that this service does not have. */
  'odata.unsupported': { status: 501, title: 'Not supported' },
  /** The file of map tiles cannot be read, or has changed since the start: maps are drawn from outlines. */
  'tiles.unreadable': { status: 503, title: 'Map tiles unreadable' },
  /** The data that the call needs cannot be read: the operator has to restore a copy of the catalogue. */
  'catalogue.damaged': { status: 503, title: 'Catalogue damaged' },
  /** The server cannot take the call now; `Retry-After` says when to try again. */
  'server.busy': { status: 503, title: 'Overloaded' },
} as const

export type FailureCode = keyof typeof FAILURES
