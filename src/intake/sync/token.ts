import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { jsonOf } from './answer-body.ts'
import type { Credentials } from './config.ts'

/** Sends one request without credentials. */
export type Post = (url: URL, form: string) => Promise<string>

/** Tokens are renewed this long before they expire. */
const EARLY_MS = 60_000

interface ExpiringToken {
  readonly text: string
  readonly endsMs: number
}

/** The current bearer token. */
export class Token {
  readonly #credentials: Credentials
  readonly #clock: Clock
  readonly #post: Post
  #current: ExpiringToken | undefined
  /** All tokens so far, because a server may quote an old one. */
  readonly #texts = new Set<string>()

  constructor(credentials: Credentials, clock: Clock, post: Post) {
    this.#credentials = credentials
    this.#clock = clock
    this.#post = post
  }

  /** Undefined if the server needs no token. */
  async text(): Promise<string | undefined> {
    if (this.#credentials.kind === 'none') return undefined
    if (this.#current === undefined || this.#clock.now() >= this.#current.endsMs) return this.#renew()
    return this.#current.text
  }

  /** Gets a new token after a refusal. Returns whether it differs from the refused one. */
  async renewed(refused: string | undefined): Promise<boolean> {
    if (this.#credentials.kind === 'none' || refused === undefined) return false
    return (await this.#renew()) !== refused
  }

  /** Removes secrets from a message of the server, which may quote them. */
  withoutSecrets(text: string): string {
    const own = this.#credentials.kind === 'client' ? this.#credentials.secret.read() : ''
    // Longest first, because one secret may be the beginning of another.
    const secrets = [...this.#texts, own].filter((secret) => secret !== '').sort((a, b) => b.length - a.length)
    return secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
  }

  async #renew(): Promise<string> {
    this.#current = await this.#ask()
    this.#texts.add(this.#current.text)
    return this.#current.text
  }

  async #ask(): Promise<ExpiringToken> {
    const { kind } = this.#credentials
    if (kind === 'none') throw new Error('there are no credentials')
    if (kind === 'token') return { text: this.#credentials.token.read(), endsMs: Number.POSITIVE_INFINITY }
    const { id, secret, tokenUrl, scope } = this.#credentials
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret.read(),
      ...(scope !== undefined && { scope }),
    })
    const { access_token: text, expires_in: seconds } = jsonOf(await this.#post(tokenUrl, form.toString()))
    if (typeof text !== 'string' || !/^[\u0021-\u007e]+$/.test(text)) {
      throw new CommandFault(`"${tokenUrl.host}" answers without a token: tokenUrl may be wrong.`, EXIT.data)
    }
    // Numbers in answers are strings, as the server wrote them.
    const lasts = typeof seconds === 'string' && /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1_000 : 0
    const endsMs = lasts > 0 ? this.#clock.now() + Math.max(lasts - EARLY_MS, lasts / 2) : Number.POSITIVE_INFINITY
    return { text, endsMs }
  }
}
