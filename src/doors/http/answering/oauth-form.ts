import { Fault } from '../../../kit/base/failure.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { admit, enter } from './admit.ts'
import type { Service } from './service.ts'

/** The maximum size of a form. Its fields have a few hundred bytes. */
export const OAUTH_BODY_BYTES_MAX = 8 * 1024

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** The fields of a form that have a value. */
export type Form<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** Reads the form in the body of a call. */
export async function readForm<Name extends string>(call: Call, names: readonly Name[]): Promise<Form<Name>> {
  const body = await call.body(OAUTH_BODY_BYTES_MAX) // 413, 408
  if (!FORM.test(call.headers['content-type'] ?? '')) {
    throw new Fault('request.malformed', 'The body must be application/x-www-form-urlencoded.')
  }
  return fieldsOf(body.toString(), names)
}

/** Reads these fields of a form. Empty fields count as missing (RFC 6749 3.1), and other fields are ignored. */
export function fieldsOf<Name extends string>(text: string, names: readonly Name[]): Form<Name> {
  const form = new URLSearchParams(text)
  for (const name of names) {
    if (form.getAll(name).length > 1) throw new Fault('request.malformed', `${name} was sent twice: send it once.`)
  }
  const fields = names.flatMap((name) => (form.get(name) ? [[name, form.get(name)]] : []))
  return Object.fromEntries(fields) as Form<Name> // only has these names
}

/** Checks the key of a caller and counts the call. */
export async function letIn(
  call: Call,
  service: Service,
  requestContext: RequestContext,
  keys: readonly string[],
): Promise<void> {
  await enter(call, service, await admit(call, service, requestContext, keys)) // 401, 429
}
