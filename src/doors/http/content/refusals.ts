import type { FailureCode, Fault } from '../../../kit/base/failure.ts'
import { AGENTS_PATH, type Protocol, RESOURCE_PATH } from '../request/protocol.ts'
import { Content } from './content.ts'
import type { Headers } from './cors.ts'
import { problemContent } from './failure.ts'

/** Returns the body of a refusal in the format of the protocol: JSON problem, OData, OAuth or MCP. */
export function refusalContent(fault: Fault, requestId: string, protocol: Protocol): Content {
  if (protocol === 'plain' || protocol === 'agents') return problemContent(fault, requestId)
  const body = protocol === 'odata' ? odataError(fault) : oauthError(fault)
  return new Content('application/json', JSON.stringify(body))
}

/** Returns the header that a refusal with status 401 needs in some protocols. */
export function refusalHeaders({ status }: Fault, protocol: Protocol, origin: string): Headers {
  if (protocol === 'plain' || status !== 401) return {}
  return { 'www-authenticate': protocol === 'agents' ? agentChallenge(origin) : CHALLENGES[protocol] }
}

/** Returns the header value that points an agent's host to the metadata about getting a key (RFC 9728 5.1). */
function agentChallenge(origin: string): string {
  return `Bearer realm="Plat", resource_metadata="${origin}${RESOURCE_PATH}${AGENTS_PATH}"`
}

/**
 * `WWW-Authenticate` headers by protocol. `Basic` comes first, so that spreadsheets ask for a user name and password.
 */
const CHALLENGES = {
  odata: 'Basic realm="Plat", charset="UTF-8", Bearer realm="Plat"',
  oauth: 'Basic realm="Plat", charset="UTF-8"',
}

/** Returns an OData error (JSON Format 4.01, 21.1). It has a `target` only if a single option is wrong. */
function odataError({ code, message, extras: { errors = [] } }: Fault): object {
  const targets = new Set(errors.map(({ parameter }) => parameter))
  const [target] = targets.size === 1 ? targets : []
  const details = errors.map(({ code: each, detail, parameter }) => ({
    code: each,
    message: detail,
    target: parameter,
  }))
  return {
    error: { code, message, ...(target !== undefined && { target }), ...(details.length > 0 && { details }) },
  }
}

/**
 * Returns an OAuth error with the codes of RFC 6749 5.2 and RFC 7591 3.2.2. Server errors have the codes of RFC 6749
 * 4.1.2.1.
 */
function oauthError(fault: Fault): object {
  return { error: oauthCodeOf(fault), error_description: fault.message.replace(/[^ !#-[\]-~]/g, "'") }
}

const OAUTH_CODES: Partial<Record<FailureCode, string>> = {
  'grant.unsupported': 'unsupported_grant_type',
  'grant.invalid': 'invalid_grant',
  'redirect.refused': 'invalid_redirect_uri',
}

function oauthCodeOf({ code, status }: Fault): string {
  const own = OAUTH_CODES[code]
  if (own !== undefined) return own
  if (status === 401) return 'invalid_client'
  if (status === 403) return 'unauthorized_client'
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status === 500 ? 'server_error' : 'invalid_request'
}
