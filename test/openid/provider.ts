import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { systemClock } from '../../src/kit/base/clock.ts'

export const CLIENT = { id: 'plat', secret: 'a secret/with + signs' }

/** What the provider does next. */
export interface Behavior {
  /** Claims that replace the correct claims in the ID token. */
  readonly token: Readonly<Record<string, unknown>>
  /** Claims about the person. */
  readonly person: Readonly<Record<string, unknown>>
  /** Claims about the person that only the userinfo endpoint has. */
  readonly userinfo: Readonly<Record<string, unknown>>
  /** Whether the ID token is signed with a key that the provider does not publish. */
  readonly forges: boolean
  /** Whether the token endpoint answers with a 500. */
  readonly fails: boolean
  /** The error in the URL with which the person comes back. */
  readonly error?: string
}

export const ANN = { sub: 'p1', email: 'ann@homes.example', email_verified: true, groups: ['plat-operators'] }

const FINE: Behavior = { token: {}, person: ANN, userinfo: {}, forges: false, fails: false }

interface Granted {
  readonly nonce: string
  readonly challenge: string
  readonly redirectUri: string
}

/** A small OpenID provider that lets everybody in without asking. */
export class Provider {
  behavior = FINE
  /** The queries with which browsers came to sign in. */
  readonly asked: URLSearchParams[] = []
  readonly #codes = new Map<string, Granted>()
  readonly #keys = ['published', 'forged'].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  issuer = ''

  async open(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Sets the behavior until the next call of this method. Without an argument, sign-ins succeed. */
  behave(behavior: Partial<Behavior> = {}): void {
    this.behavior = { ...FINE, ...behavior }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.issuer)
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') return void json(this.#metadata())
    if (pathname === '/keys') {
      const jwk = this.#keys[0]?.publicKey.export({ format: 'jwk' })
      return void json({ keys: [{ ...jwk, kid: 'k', alg: 'RS256', use: 'sig' }] })
    }
    if (pathname === '/authorize') return void response.writeHead(302, { location: this.#authorize(query) }).end()
    if (pathname === '/userinfo') return void json({ sub: this.behavior.person.sub, ...this.behavior.userinfo })
    const form = new URLSearchParams(await text(request))
    if (this.behavior.fails) return void json({}, 500)
    const granted = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const isRight =
      granted !== undefined &&
      request.headers.authorization === basic() &&
      form.get('redirect_uri') === granted.redirectUri &&
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') === granted.challenge
    if (!isRight) return void json({ error: 'invalid_grant' }, 400)
    json({ access_token: 'opaque', token_type: 'Bearer', id_token: this.#idToken(granted.nonce) })
  }

  #metadata(): object {
    const endpoints = { authorization: 'authorize', token: 'token', userinfo: 'userinfo' }
    return {
      issuer: this.issuer,
      jwks_uri: `${this.issuer}/keys`,
      ...Object.fromEntries(
        Object.entries(endpoints).map(([name, path]) => [`${name}_endpoint`, `${this.issuer}/${path}`]),
      ),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'groups'],
    }
  }

  #authorize(query: URLSearchParams): string {
    this.asked.push(query)
    const { error } = this.behavior
    const redirectUri = query.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (error !== undefined) {
      back.searchParams.set('error', error)
      return back.href
    }
    const code = randomUUID()
    const challenge = query.get('code_challenge') ?? ''
    this.#codes.set(code, { nonce: query.get('nonce') ?? '', challenge, redirectUri })
    back.searchParams.set('code', code)
    return back.href
  }

  #idToken(nonce: string): string {
    const { person, token, forges } = this.behavior
    const nowS = Math.floor(systemClock.now() / 1000)
    const claims = { iss: this.issuer, aud: CLIENT.id, iat: nowS, exp: nowS + 300, nonce, ...person, ...token }
    const parts = [{ alg: 'RS256', kid: 'k' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const key = this.#keys[forges ? 1 : 0]?.privateKey
    const signature = createSign('RSA-SHA256')
      .update(parts.join('.'))
      .sign(key ?? '', 'base64url')
    return [...parts, signature].join('.')
  }
}

/** Returns the client's `Authorization` header. Its id and secret are form-encoded (RFC 6749, section 2.3.1). */
function basic(): string {
  const [id, secret] = [CLIENT.id, CLIENT.secret].map((part) =>
    new URLSearchParams({ part }).toString().slice('part='.length),
  )
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}
