import { randomBytes } from 'node:crypto'
import { Fault } from '../../../kit/base/failure.ts'
import { parseForeignJson } from '../../../kit/base/foreign-json.ts'
import type { Reply } from '../content/reply.ts'
import { SEALED_NONCE_BYTES, sealed } from '../content/sealed.ts'
import type { Call } from '../request/call.ts'
import { isLoopbackHost } from '../request/this-machine.ts'
import { OAUTH_BODY_BYTES_MAX } from './oauth-form.ts'
import type { Service } from './service.ts'

/** A registered OAuth program. Its client id is this object, encrypted, so the server stores nothing. */
export interface Client {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly untilMs: number
}

/** How long a registration is valid. Programs store their client id for later authorizations. */
const CLIENT_MS = 90 * 86_400_000

const REDIRECTS_MAX = 5
const REDIRECT_CHARACTERS_MAX = 300
const NAME_CHARACTERS_MAX = 80

/** Registers an OAuth program (RFC 7591). It needs no key, so the rate limit for anonymous calls applies. */
export async function answerRegister(call: Call, service: Service): Promise<Reply> {
  const { catalog, clock } = service.backend.context
  const flood = service.refuseAnonymous(call) // 429
  if (flood !== undefined) throw flood
  const { client_name: given, redirect_uris: redirectUris } = read(await call.body(OAUTH_BODY_BYTES_MAX)) // throws 413, 408 or 400
  if (!areRedirects(redirectUris)) throw new Fault('redirect.refused')
  const name =
    typeof given === 'string'
      ? given
          .replace(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, NAME_CHARACTERS_MAX)
      : ''
  const nowMs = clock.now()
  const client: Client = { name, redirectUris, untilMs: nowMs + CLIENT_MS }
  const body = JSON.stringify({
    client_id: sealed(catalog, 'client', client, randomBytes(SEALED_NONCE_BYTES)),
    client_id_issued_at: Math.floor(nowMs / 1000),
    ...(name !== '' && { client_name: name }),
    redirect_uris: redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
  const length = String(Buffer.byteLength(body))
  const headers = { 'content-type': 'application/json', 'content-length': length, 'cache-control': 'no-store' }
  return { status: 201, headers, body }
}

function read(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value = parseForeignJson(body.toString())
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>> // any object
  } catch {}
  throw new Fault('request.malformed', 'The body must be a JSON object with redirect_uris, nested at most 100 deep.')
}

function areRedirects(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= REDIRECTS_MAX && value.every(isRedirect)
}

/** The allowed characters of host names. Other characters could break out of the page's content security policy. */
const HOST_NAME = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/** Whether a value is an allowed redirect address: https, or http on the user's own machine. */
function isRedirect(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > REDIRECT_CHARACTERS_MAX || !/^[\x21-\x7e]+$/.test(value)) return false
  if (!URL.canParse(value) || value.includes('#')) return false
  const { protocol, hostname, username, password } = new URL(value)
  if (username !== '' || password !== '' || !HOST_NAME.test(hostname)) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}
