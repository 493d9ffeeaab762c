import { randomBytes } from 'node:crypto'
import { Fault } from '../../../kit/base/failure.ts'
import { html, page } from '../../openapi/html.ts'
import { faultHeaders } from '../content/failure.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import { CONSOLE_PATH } from '../routes/console.ts'
import { type IdentityProvider, isFromOwnPage, type SignedIn, type SignInChecks } from '../routes/operator-gate.ts'
import { cookieIn, cookieWith, noCookie, personIn, SIGN_IN_PATH, SIGNED_IN_PATH } from '../routes/operator-session.ts'
import { SIGN_OUT_ROUTE } from '../routes/route.ts'
import { PRIVATE, pageReply } from './authorize.ts'
import type { Service } from './service.ts'

/** How long an operator stays signed in. The provider's claims are read again after that. */
const SESSION_MS = 8 * 3_600_000

/** How long a person may take to sign in at the provider. */
const SIGN_IN_MS = 10 * 60_000

const RANDOM_BYTES = 32

/** Browsers drop cookies above 4 KB. */
const PLACE_CHARACTERS_MAX = 1500

/** A sign-in that has begun. */
interface Begun extends SignInChecks {
  /** The page of the console that opens after signing in. */
  readonly to: string
}

const STEPS: Readonly<Record<string, typeof begin>> = { [SIGN_IN_PATH]: begin, [SIGNED_IN_PATH]: finish }

export function isForSigningIn({ path = '' }: Call): boolean {
  return path in STEPS || path === SIGN_OUT_ROUTE.path
}

/** Signs operators in with OpenID Connect (authorization code with PKCE), and out. Answers with pages and redirects. */
export async function answerSignIn(call: Call, service: Service, identity: IdentityProvider): Promise<Reply> {
  const flood = service.refuseAnonymous(call)
  if (flood !== undefined) throw flood
  const step = STEPS[call.path ?? '']
  if (step === undefined) return signOut(call, service)
  try {
    return await step(call, service, identity)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const again = html`<p>${error.message}</p><p><a href="${SIGN_IN_PATH}">Sign in again</a></p>`
    const reply = pageReply(error.status, page('Not signed in', again))
    return { ...reply, headers: { ...reply.headers, ...faultHeaders(error) }, code: error.code }
  }
}

/** Redirects to the provider, or straight to the page if the operator has signed in already. */
async function begin(call: Call, service: Service, identity: IdentityProvider): Promise<Reply> {
  const origin = service.originOf(call)
  const query = new URLSearchParams(call.rawQuery)
  const to = placeIn(query.get('to') ?? '', origin)
  const prompt = query.get('prompt') === 'login' ? 'login' : undefined
  if (prompt === undefined && personIn(call, service) !== undefined) return redirect(to)
  const [state, nonce, verifier] = [random(), random(), random()]
  const begun: Begun = { state, nonce, verifier, to }
  const url = await identity.begin(`${origin}${SIGNED_IN_PATH}`, begun, prompt) // 503
  return redirect(url, cookieWith(call, service, 'sign-in', begun, SIGN_IN_MS))
}

/** Checks the provider's answer, and begins the operator's session. */
async function finish(call: Call, service: Service, identity: IdentityProvider): Promise<Reply> {
  const begun = cookieIn(call, service, 'sign-in') as Begun | undefined // `begin` sets it
  if (begun === undefined)
    throw new Fault('grant.invalid', 'Signing in took more than ten minutes, or began in another browser.')
  const answer = new URL(`${service.originOf(call)}${SIGNED_IN_PATH}?${call.rawQuery}`)
  const signedIn = await identity.finish(answer, begun) // 400, 503
  const { person, isOperator } = signedIn
  service.log.info({ requestId: call.requestId, person, isOperator }, 'A person signed in')
  if (!isOperator) return { ...pageReply(403, refusalPage(signedIn, identity)), code: 'plan.operator' }
  return redirect(begun.to, cookieWith(call, service, 'session', { person }, SESSION_MS))
}

function signOut(call: Call, service: Service): Reply {
  if (!isFromOwnPage(call, service.originOf(call)))
    throw new Fault('origin.refused', 'Only pages of this service may sign operators out.')
  return { status: 204, headers: { ...PRIVATE, 'set-cookie': noCookie(call, service) }, body: undefined }
}

/** Returns the page to open after signing in. It is always a page of the console, whatever the request names. */
function placeIn(to: string, origin: string): string {
  const url = to.length > PLACE_CHARACTERS_MAX ? null : URL.parse(to, origin)
  const isOwn = url?.origin === origin && `${url.pathname}/`.startsWith(`${CONSOLE_PATH}/`)
  return isOwn ? `${url.pathname}${url.search}` : `${CONSOLE_PATH}/operator`
}

function random(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}

function redirect(location: string, cookie?: string): Reply {
  const headers = { ...PRIVATE, location, 'content-length': '0', ...(cookie !== undefined && { 'set-cookie': cookie }) }
  return { status: 303, headers, body: undefined }
}

/** Returns the page for a person who is not an operator: it says what to change. */
function refusalPage({ person, claims }: SignedIn, { issuer }: IdentityProvider): string {
  const list = claims.map((claim) => html`<li><code>${claim}</code></li>\n`)
  return page(
    'You are not an operator',
    html`<p>You have signed in at ${issuer} as <strong>${person}</strong>, who is not an operator of this service.</p>
<p>The setting <code>PLAT_OPENID_OPERATORS</code> lists claims that make a person an operator.
${claims.length === 0 ? 'The provider reports none of these claims for you.' : 'The provider reports these for you:'}</p>
<ul>${list}</ul>
<p>Ask the administrator of the provider for the right group, or ask the person who runs this service to add a claim of
yours to the setting. An email address counts only if the provider has verified it. Then sign in again.</p>
<p><a href="${SIGN_IN_PATH}?prompt=login">Sign in as somebody else</a> · <a href="${CONSOLE_PATH}">Start page</a></p>`,
  )
}
