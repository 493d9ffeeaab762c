import { hash } from 'node:crypto'
import type { Context } from '../../../catalog/ports/context.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { SeenHomes } from '../../../service/operations/limited.ts'
import { opened, SEALED_NONCE_BYTES, sealed } from '../content/sealed.ts'

/** The path at which a key creates tokens. */
export const TOKENS_PATH = '/token'

/** The beginning of every token. No key begins like this, because keys have no second underscore. */
const START = 'plat_t_'

/** A short-lived token for end users. It acts for a key, but shows only the results of one search. */
export interface UserToken {
  /** The fingerprint of the secret that created the token. When the secret stops working, so does the token. */
  readonly fingerprint: string
  readonly search: SeenHomes['search'] & {}
  readonly untilMs: number
}

/** Returns the token as encrypted text, which only servers of the same catalog can read. */
export function tokenText(token: UserToken, { catalog }: Context): string {
  const seal = catalog.seal(`nonce of a token ${JSON.stringify(token)}`) // a nonce repeats only for an equal token
  return START + sealed(catalog, 'token', token, hash('sha256', seal, 'buffer').subarray(0, SEALED_NONCE_BYTES))
}

/** Reads a token. Returns undefined for other text, and a Fault for a token that is invalid or has expired. */
export function tokenIn(text: string, { catalog, clock }: Context): UserToken | Fault | undefined {
  if (!text.startsWith(START)) return undefined
  const token = opened(catalog, 'token', text.slice(START.length)) as UserToken | undefined // `tokenText` made this text
  if (token === undefined)
    return new Fault('key.malformed', 'The token is damaged or comes from another server: get a new token.')
  if (token.untilMs > clock.now()) return token
  return new Fault(
    'key.expired',
    `The token was valid until ${new Date(token.untilMs).toISOString()}: get a new token.`,
  )
}
