import { Fault } from '../../../kit/base/failure.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { admit, enter } from './admit.ts'
import type { Service } from './service.ts'

/** The maximum size of a form. Valid forms have a few hundred bytes. */
export const OAUTH_BODY_BYTES_MAX = 8 * 1024

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** The non-empty fields of a form. */
export type Form<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** Reads the form in the body of a call. Throws a Fault with status 400, 408 or 413. */
export async function readForm<Name extends string>(call: Call, names: readonly Name[]): Promise<Form<Name>> {
  const body = await call.body(OAUTH_BODY_BYTES_MAX) // 413, 408
  if (!FORM.test(call.headers['content-type'] ?? '')) {
    throw new Fault('request.malformed', 'The body must be application/x-www-form-urlencoded.')
  }
  return fieldsOf(body.toString(), names)
}

/** Reads the named fields of a form. Empty fields count as missing (RFC 6749 3.1). */
export function fieldsOf<Name extends string>(text: string, names: readonly Name[]): Form<Name> {
  const form = new URLSearchParams(text)
  for (const name of names) {
    if (form.getAll(name).length > 1) throw new Fault('request.malformed', `${name} was sent twice: send it once.`)
  }
  const fields = names.flatMap((name) => (form.get(name) ? [[name, form.get(name)]] : []))
  return Object.fromEntries(fields) as Form<Name> // the fields have only these names
}

/** Checks the key of a call and counts the call. Throws a Fault with status 401, 403, 429 or 503. */
export async function letIn(
  call: Call,
  service: Service,
  requestContext: RequestContext,
  keys: readonly string[],
): Promise<void> {
  await enter(call, service, await admit(call, service, requestContext, keys)) // 401, 429
}
