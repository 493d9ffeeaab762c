import { Fault } from '../../../kit/base/failure.ts'
import type { Visit } from '../records/visit.ts'
import type { Call } from '../request/call.ts'
import { admit, enter } from './admit.ts'
import type { Service } from './service.ts'

/** Addresses, a grant, an id and a key are some hundred bytes. */
export const OAUTH_BODY_BYTES_MAX = 8 * 1024

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** Fields of a form that are there. */
export type Form<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The fields of a form that a call has as its body. */
export async function readForm<Name extends string>(call: Call, names: readonly Name[]): Promise<Form<Name>> {
  const body = await call.body(OAUTH_BODY_BYTES_MAX) // 413, 408
  if (!FORM.test(call.headers['content-type'] ?? '')) {
    throw new Fault('request.malformed', 'The body must be application/x-www-form-urlencoded.')
  }
  return fieldsOf(body.toString(), names)
}

/** Fields that are empty count as left out (RFC 6749 3.1); others are passed over. */
export function fieldsOf<Name extends string>(text: string, names: readonly Name[]): Form<Name> {
  const given = new URLSearchParams(text)
  for (const name of names) {
    if (given.getAll(name).length > 1) throw new Fault('request.malformed', `${name} was sent twice: send it once.`)
  }
  const fields = names.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : []))
  return Object.fromEntries(fields) as Form<Name> // of these names alone
}

/** Admits a caller by a key, and counts the call. */
export async function letIn(call: Call, service: Service, visit: Visit, keys: readonly string[]): Promise<void> {
  await enter(call, service, await admit(call, service, visit, keys)) // 401, 429
}
