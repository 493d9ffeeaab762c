import { hash, timingSafeEqual } from 'node:crypto'
import { CommandFault, Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/params/index.ts'
import type { Reply } from '../content/reply.ts'
import { opened } from '../content/sealed.ts'
import type { Visit } from '../records/visit.ts'
import type { Call } from '../request/call.ts'
import { basicKeyIn } from '../request/keys-in.ts'
import { type Form, letIn, readForm } from './oauth-form.ts'
import type { Service } from './service.ts'

const GRANTS = 'client_credentials and authorization_code'

/** Programs ask for another token when this is over. The key itself may be good for longer, or be revoked before. */
const EXPIRES_S = 3600

/** A code: a key for one program, at one address, to those who know the text behind the challenge. */
export interface Code {
  readonly key: string
  /** See `bindingOf`. */
  readonly binding: string
  readonly challenge: string
  readonly untilMs: number
}

/** A hash of the program and the address that a code is for. */
export function bindingOf(clientId: string, redirectUri: string): string {
  return hash('sha256', JSON.stringify([clientId, redirectUri]), 'base64url')
}

/**
 * RFC 6749 4.4 and 4.1.3, for programs that know no other way to call. The secret of a client is its key, and so is the
 * token that it gets: a key that is revoked is refused at once, and there is no second secret to keep. Who asks has the
 * key already, or a code that holds it. It costs nothing, but has the rate of a call; who guesses is a stranger.
 */
export async function answerToken(call: Call, service: Service, visit: Visit): Promise<Reply> {
  const form = await readForm(call, FIELDS) // 413, 408, 400
  const grant = form.grant_type
  if (!grant) throw new Fault('request.malformed', `grant_type is missing: it must be one of ${GRANTS}.`)
  if (grant !== 'client_credentials' && grant !== 'authorization_code') {
    throw new Fault('grant.unsupported', `grant_type must be one of ${GRANTS}; you sent ${quote(grant)}.`)
  }
  const isCode = grant === 'authorization_code'
  const code = isCode ? codeIn(form, service) : undefined
  const key = code === undefined ? keyIn(call, form) : code.key
  await letIn(call, service, visit, key === undefined ? [] : [key]) // 401, 429
  if (code !== undefined) await useOnce(form.code ?? '', code, service) // 400, 503
  const ends = isCode ? {} : { expires_in: EXPIRES_S } // a person would have to give the key once more
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

/** The key in a form or in the header; no refusal repeats what was given but for the grant. */
function keyIn({ headers }: Call, { client_secret: inForm }: TokenForm): string | undefined {
  const inHeader = basicKeyIn(headers)
  if (inHeader !== undefined && inForm !== undefined && inHeader !== inForm) {
    throw new Fault('request.malformed', 'The form and the header Authorization each have a key: send only one.')
  }
  return inHeader ?? inForm
}

/** RFC 7636 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/

/** Opens a code for the program, the address and the challenge that it was made for, while it lasts. */
function codeIn(form: TokenForm, { backend }: Service): Code {
  const { client_id: clientId, code = '', code_verifier: verifier = '', redirect_uri: redirectUri } = form
  const { catalog, clock } = backend.context
  const held = opened(catalog, 'code', code) as Code | undefined // sealed as one
  if (held === undefined || held.untilMs < clock.now()) throw new Fault('grant.invalid')
  const isBound =
    clientId !== undefined && redirectUri !== undefined && held.binding === bindingOf(clientId, redirectUri)
  if (!isBound || !VERIFIER.test(verifier) || !isSame(hash('sha256', verifier, 'base64url'), held.challenge))
    throw new Fault('grant.invalid')
  return held
}

/** RFC 6749 4.1.2: a code is exchanged once, whichever thread or node it is sent to. */
async function useOnce(text: string, { untilMs }: Code, { backend }: Service): Promise<void> {
  const { kept } = backend
  if (kept === undefined) throw unavailable()
  const isFirst = await kept.subscriptions.useCode(text, untilMs).catch((error: unknown) => {
    throw error instanceof CommandFault ? unavailable() : error
  })
  if (!isFirst) throw new Fault('grant.invalid')
}

function unavailable(): Fault {
  return new Fault('server.busy', 'Codes cannot be exchanged now: try again in a moment.', { retryAfterS: 2 })
}

/** Both have 43 characters. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
