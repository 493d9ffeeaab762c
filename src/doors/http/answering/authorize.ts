import { randomBytes } from 'node:crypto'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/params/index.ts'
import { type Html, html, page } from '../../openapi/html.ts'
import { faultHeaders } from '../content/failure.ts'
import type { Reply } from '../content/reply.ts'
import { opened, SEALED_NONCE_BYTES, sealed } from '../content/sealed.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { AUTHORIZE_PATH } from '../request/protocol.ts'
import { type Form, fieldsOf, letIn, readForm } from './oauth-form.ts'
import type { Client } from './register.ts'
import type { Service } from './service.ts'
import { bindingOf, type Code } from './token.ts'

/** How long an authorization code is valid. Programs exchange it immediately. */
const CODE_MS = 60_000

const STATE_CHARACTERS_MAX = 1500

const FIELDS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
] as const

type AuthorizeForm = Form<(typeof FIELDS)[number]>

/** A program's valid OAuth request for access. */
interface AccessRequest {
  readonly client: Client
  readonly form: AuthorizeForm
  readonly redirectUri: string
  readonly challenge: string
}

/**
 * Shows the page on which a user gives a program access by entering an API key (RFC 6749 4.1, RFC 7636). The code
 * contains the encrypted key.
 *
 * Redirects to the program only with a code. Errors appear on the page, because any program can register any redirect
 * address.
 */
export async function answerAuthorize(call: Call, service: Service, requestContext: RequestContext): Promise<Reply> {
  const { context } = service.backend
  let accessRequest: AccessRequest | undefined
  try {
    if (call.method !== 'POST') {
      accessRequest = accessRequestIn(fieldsOf(call.rawQuery, FIELDS), service) // 400
      return pageReply(200, keyPage(accessRequest), accessRequest)
    }
    const form = await readForm(call, [...FIELDS, 'key']) // throws 413, 408 or 400
    accessRequest = accessRequestIn(form, service) // 400
    const { redirectUri, challenge } = accessRequest
    const key = form.key?.trim() ?? ''
    await letIn(call, service, requestContext, key === '' ? [] : [key]) // 401, 429
    const binding = bindingOf(form.client_id ?? '', redirectUri)
    const code: Code = { key, binding, challenge, untilMs: context.clock.now() + CODE_MS }
    const given = sealed(context.catalog, 'code', code, randomBytes(SEALED_NONCE_BYTES))
    const location = new URL(redirectUri)
    location.searchParams.append('code', given)
    if (form.state !== undefined) location.searchParams.append('state', form.state)
    location.searchParams.append('iss', service.originOf(call))
    return { status: 303, headers: { ...PRIVATE, location: location.href, 'content-length': '0' }, body: undefined }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const fault = requestContext.account === undefined ? (service.refuseAnonymous(call) ?? error) : error
    const isKey = fault.status === 401 && accessRequest !== undefined
    const sentence = isKey ? 'This key is not valid here. Copy the whole key again.' : fault.message
    const reply = pageReply(fault.status === 401 ? 400 : fault.status, keyPage(accessRequest, sentence), accessRequest) // with a 401, browsers ask for a password
    return { ...reply, headers: { ...reply.headers, ...faultHeaders(fault) }, code: fault.code }
  }
}

/** A code challenge (RFC 7636 4.2): 32 bytes in base64url. */
const CHALLENGE = /^[\w-]{43}$/

function accessRequestIn(form: AuthorizeForm, { backend }: Service): AccessRequest {
  const { catalog, clock } = backend.context
  const client = opened(catalog, 'client', form.client_id ?? '') as Client | undefined // `answerRegister` made this Client
  if (client === undefined || client.untilMs < clock.now())
    throw malformed(
      'The registration of this program is unknown or has expired. In the program, remove this service and add it again.',
    )
  const { redirect_uri: redirectUri, code_challenge: challenge, state = '' } = form
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri))
    throw malformed('redirect_uri must be an address that the program has registered.')
  if (form.response_type !== 'code')
    throw malformed(`response_type must be code; you sent ${quote(form.response_type ?? '')}.`)
  if (form.code_challenge_method !== 'S256' || challenge === undefined || !CHALLENGE.test(challenge))
    throw malformed('The program must send a code_challenge with code_challenge_method S256.')
  if (state.length > STATE_CHARACTERS_MAX)
    throw malformed(`state must have at most ${STATE_CHARACTERS_MAX} characters; the program sent ${state.length}.`)
  return { client, form, redirectUri, challenge }
}

function malformed(sentence: string): Fault {
  return new Fault('request.malformed', sentence)
}

const TITLE = 'Give a program access'

/** Returns the HTML page. It contains a form only if the program's request is valid. */
function keyPage(accessRequest: AccessRequest | undefined, sentence = ''): string {
  const problem = sentence === '' ? html`` : html`<p><strong>${sentence}</strong></p>`
  if (accessRequest === undefined) return page(TITLE, problem)
  const { client, form, redirectUri } = accessRequest
  const { host } = new URL(redirectUri)
  const name = client.name === '' ? html`A program` : html`A program that calls itself ${quote(client.name)}`
  return page(
    TITLE,
    html`${problem}
<p>${name} at <code>${host}</code> asks for your key to this service. It can then use the service with your key and
spend its credits, until the key is revoked.</p>
<form method="post" action="${AUTHORIZE_PATH}">
${FIELDS.flatMap((field) => hidden(field, form[field]))}
<p><label>Key <input name="key" type="password" required autocomplete="off" maxlength="200" size="60"></label></p>
<p><button>Give the key to ${host}</button></p>
</form>
<p>If you did not start this yourself, close this page. You get keys from the operator of this service.</p>`,
  )
}

function hidden(name: string, value: string | undefined): readonly Html[] {
  return value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">\n`]
}

export const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** Returns a page that runs no scripts, loads nothing, cannot be framed, and submits its form only to the program. */
export function pageReply(status: number, body: string, accessRequest?: AccessRequest): Reply {
  const leads = accessRequest === undefined ? "'none'" : `'self' ${placeOf(new URL(accessRequest.redirectUri))}`
  const policy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${leads}; frame-ancestors 'none'`
  const headers = {
    ...PRIVATE,
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
  }
  return { status, headers, body }
}

/**
 * Returns the form target for the content security policy. Policies do not support IPv6 addresses. For an IPv6 address,
 * all `http:` targets are allowed.
 */
function placeOf({ origin, hostname }: URL): string {
  return hostname.startsWith('[') ? 'http:' : origin
}
