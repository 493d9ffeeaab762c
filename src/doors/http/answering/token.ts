import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/params/index.ts'
import type { Reply } from '../content/reply.ts'
import type { Visit } from '../records/visit.ts'
import type { Call } from '../request/call.ts'
import { basicKeyIn } from '../request/keys-in.ts'
import { admit, enter } from './admit.ts'
import type { Service } from './service.ts'

/** A grant, an id and a key are a few hundred bytes. */
const BODY_BYTES_MAX = 4 * 1024

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

const GRANT = 'client_credentials'

/** Programs ask for another token when this is over. The key itself may be good for longer, or be revoked before. */
const EXPIRES_S = 3600

/**
 * RFC 6749 4.4, for programs that know no other way to call. The secret of a client is its key, and so is the token that
 * it gets: a key that is revoked is refused at once, and there is no second secret to keep. Who asks has the
 * key already. It costs nothing, but has the rate of a call; who guesses is a stranger.
 */
export async function answerToken(call: Call, service: Service, visit: Visit): Promise<Reply> {
  const { access } = service.backend // 503 until the catalogue is open
  const key = keyIn(call, await call.body(BODY_BYTES_MAX)) // 413, 408, 400
  const account = await admit(call, service, access, visit, key === undefined ? [] : [key]) // 401
  Object.assign(visit, { access, account })
  const flood = access.missesTooMany(account) // 429
  if (flood !== undefined) throw flood
  await enter(access, account, service, visit) // 429
  service.whenOver(call, () => access.leave(account))
  const body = JSON.stringify({ access_token: key, token_type: 'Bearer', expires_in: EXPIRES_S, scope: 'api' })
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    pragma: 'no-cache',
  }
  return { status: 200, headers, body }
}

/** The key in a form or in the header; no refusal repeats what was given but for the grant. */
function keyIn({ headers }: Call, body: Buffer): string | undefined {
  if (!FORM.test(headers['content-type'] ?? '')) {
    throw new Fault('request.malformed', 'The body is no form: accepted is application/x-www-form-urlencoded.')
  }
  const form = new URLSearchParams(body.toString())
  for (const name of ['grant_type', 'client_secret']) {
    if (form.getAll(name).length > 1) throw new Fault('request.malformed', `${name} comes twice: accepted is once.`)
  }
  const grant = form.get('grant_type')
  if (!grant) throw new Fault('request.malformed', `grant_type is missing: accepted is ${GRANT}.`)
  if (grant !== GRANT) {
    throw new Fault('grant.unsupported', `Cannot use grant_type ${quote(grant)}: accepted is ${GRANT}.`)
  }
  const [inHeader, inForm] = [basicKeyIn(headers), form.get('client_secret') || undefined]
  if (inHeader !== undefined && inForm !== undefined && inHeader !== inForm) {
    throw new Fault('request.malformed', 'The form and the header Authorization each have a key: accepted is one.')
  }
  return inHeader ?? inForm
}
