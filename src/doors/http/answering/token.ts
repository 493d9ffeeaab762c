import { hash, timingSafeEqual } from 'node:crypto'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/params/index.ts'
import type { Reply } from '../content/reply.ts'
import { opened } from '../content/sealed.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { basicKeyIn } from '../request/keys-in.ts'
import { stored } from './kept.ts'
import { type Form, letIn, readForm } from './oauth-form.ts'
import type { Service } from './service.ts'

const GRANTS = 'client_credentials and authorization_code'

/** Seconds after which programs request a new token. The key itself may be valid for longer. */
const EXPIRES_S = 3600

/**
 * The content of an authorization code: a key for one program and redirect address, protected by a challenge (PKCE).
 */
export interface Code {
  readonly key: string
  /** A hash of the program and the redirect address, from `bindingOf`. */
  readonly binding: string
  readonly challenge: string
  readonly untilMs: number
}

/** Returns a hash of the program and the redirect address for which a code is valid. */
export function bindingOf(clientId: string, redirectUri: string): string {
  return hash('sha256', JSON.stringify([clientId, redirectUri]), 'base64url')
}

/**
 * Exchanges a key or an authorization code for a token (RFC 6749 4.4 and 4.1.3), for programs that support only OAuth.
 *
 * The token and the client secret are the API key itself, so revoking the key is enough. The call is free, but counts
 * against the rate limit of the key, or of the address if the key is invalid.
 */
export async function answerToken(call: Call, service: Service, requestContext: RequestContext): Promise<Reply> {
  const form = await readForm(call, FIELDS) // throws 413, 408 or 400
  const grant = form.grant_type
  if (!grant) throw new Fault('request.malformed', `grant_type is missing: it must be one of ${GRANTS}.`)
  if (grant !== 'client_credentials' && grant !== 'authorization_code') {
    throw new Fault('grant.unsupported', `grant_type must be one of ${GRANTS}; you sent ${quote(grant)}.`)
  }
  const isCode = grant === 'authorization_code'
  const code = isCode ? codeIn(form, service) : undefined
  const key = code === undefined ? keyIn(call, form) : code.key
  await letIn(call, service, requestContext, key === undefined ? [] : [key]) // 401, 429
  if (code !== undefined) await useOnce(form.code ?? '', code, service) // 400, 503
  const ends = isCode ? {} : { expires_in: EXPIRES_S } // an expired token would force the user to enter the key again
  const body = JSON.stringify({ access_token: key, token_type: 'Bearer', ...ends, scope: 'api' })
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    pragma: 'no-cache',
  }
  return { status: 200, headers, body }
}

const FIELDS = ['grant_type', 'client_id', 'client_secret', 'code', 'code_verifier', 'redirect_uri'] as const

type TokenForm = Form<(typeof FIELDS)[number]>

/** Returns the key from the form or the header. Refusals never contain the key. */
function keyIn({ headers }: Call, { client_secret: inForm }: TokenForm): string | undefined {
  const inHeader = basicKeyIn(headers)
  if (inHeader !== undefined && inForm !== undefined && inHeader !== inForm) {
    throw new Fault(
      'request.malformed',
      'The form and the header Authorization have different keys: send only one key.',
    )
  }
  return inHeader ?? inForm
}

/** A code verifier (RFC 7636 4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/

/** Decrypts a code. Checks its expiry, program, redirect address and challenge. */
function codeIn(form: TokenForm, { backend }: Service): Code {
  const { client_id: clientId, code = '', code_verifier: verifier = '', redirect_uri: redirectUri } = form
  const { catalog, clock } = backend.context
  const decrypted = opened(catalog, 'code', code) as Code | undefined // `answerAuthorize` made this Code
  if (decrypted === undefined || decrypted.untilMs < clock.now()) throw new Fault('grant.invalid')
  const isBound =
    clientId !== undefined && redirectUri !== undefined && decrypted.binding === bindingOf(clientId, redirectUri)
  if (!isBound || !VERIFIER.test(verifier) || !isSame(hash('sha256', verifier, 'base64url'), decrypted.challenge))
    throw new Fault('grant.invalid')
  return decrypted
}

/** Throws if a code was already exchanged, on any thread or node (RFC 6749 4.1.2). */
async function useOnce(text: string, { untilMs }: Code, { backend }: Service): Promise<void> {
  const used = backend.kept.subscriptions.useCode(text, untilMs)
  if (!(await stored(used, 'Codes cannot be exchanged right now.'))) throw new Fault('grant.invalid')
}

/** Compares two strings of 43 characters in constant time. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
