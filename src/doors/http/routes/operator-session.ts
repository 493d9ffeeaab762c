import { randomBytes } from 'node:crypto'
import { opened, type Purpose, SEALED_NONCE_BYTES, sealed } from '../content/sealed.ts'
import type { Call } from '../request/call.ts'
import type { RoutesService } from './route.ts'

/** The page that redirects to the OpenID provider. */
export const SIGN_IN_PATH = '/operator/sign-in'
/** The page to which the provider redirects back. */
export const SIGNED_IN_PATH = '/operator/signed-in'

/** The only cookie. It has a person who signs in (`sign-in`), or an operator who has signed in (`session`). */
const COOKIE = 'plat_operator'

type SessionService = Pick<RoutesService, 'backend' | 'originOf'>

/** Returns the operator who has signed in; undefined without a valid session. */
export function personIn(call: Call, service: SessionService): string | undefined {
  return (cookieIn(call, service, 'session') as { readonly person: string } | undefined)?.person // `sign-in.ts` sets it
}

/** Returns the fields in the cookie; undefined if it is missing, expired, or has another purpose or origin. */
export function cookieIn(call: Call, service: SessionService, purpose: Purpose): object | undefined {
  if (service.backend.identity === undefined) return undefined
  const [, text = ''] = new RegExp(`(?:^|; ?)${nameFor(call, service)}=([\\w-]+)`).exec(call.headers.cookie ?? '') ?? []
  const fields = opened(sealsOf(service), purpose, text) as { readonly untilMs: number } | undefined // `cookieWith` made it
  return fields !== undefined && fields.untilMs > service.backend.context.clock.now() ? fields : undefined
}

/** Returns the header that sets the cookie. Servers of the same catalog with the same settings accept it. */
export function cookieWith(call: Call, service: SessionService, purpose: Purpose, fields: object, ms: number): string {
  const untilMs = service.backend.context.clock.now() + ms
  const text = sealed(sealsOf(service), purpose, { ...fields, untilMs }, randomBytes(SEALED_NONCE_BYTES))
  return `${nameFor(call, service)}=${text}; Max-Age=${ms / 1000}; ${attributesFor(call, service)}`
}

/** Returns the header that deletes the cookie. */
export function noCookie(call: Call, service: SessionService): string {
  return `${nameFor(call, service)}=; Max-Age=0; ${attributesFor(call, service)}`
}

function attributesFor(call: Call, service: SessionService): string {
  return `Path=/; HttpOnly; SameSite=Lax${isSecure(call, service) ? '; Secure' : ''}`
}

/** Behind https, the prefix makes browsers refuse the cookie from any other host. */
function nameFor(call: Call, service: SessionService): string {
  return isSecure(call, service) ? `__Host-${COOKIE}` : COOKIE
}

function isSecure(call: Call, service: SessionService): boolean {
  return service.originOf(call).startsWith('https:')
}

/** Signs with the secrets of the catalog and of the provider, so that a backup of the catalog opens no session. */
function sealsOf({ backend: { context, identity } }: SessionService) {
  return { seal: (text: string) => context.catalog.seal(`${text} ${identity?.fingerprint}`) }
}
