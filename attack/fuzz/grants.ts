import type { Served } from '../../test/e2e/program.ts'
import { Random } from '../../test/engine/random.ts'
import type { Answer } from '../caller.ts'
import { framed, headLinesFor } from './headers.ts'
import { STATUSES, wrongWithHead } from './judge.ts'
import type { FuzzRequest, KeyOf } from './requests.ts'
import { anyJson } from './search-state.ts'

const REDIRECT = 'http://127.0.0.1:9/back'
const PATHS = ['/oauth2/authorize', '/oauth2/authorize', '/oauth2/token', '/oauth2/register']
const FILES = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server']
const TEXTS = ['', 'code', 'S256', 'plain', REDIRECT, 'https://evil.example/', '<b>', "';", '%', '\0', 'x'.repeat(3000)]

/** Registers an OAuth client and returns its id. */
export async function clientOf({ a }: Served): Promise<string> {
  const body = JSON.stringify({ redirect_uris: [REDIRECT] })
  const answer = await fetch(`${a}/oauth2/register`, { method: 'POST', body })
  return ((await answer.json()) as { readonly client_id: string }).client_id // RFC 7591
}

/** OAuth calls. The seed and the number of a call determine everything except its key and its client. */
export class Grants {
  readonly #client: string
  readonly #keyOf: KeyOf
  readonly #seed: number

  constructor(client: string, keyOf: KeyOf, seed: number) {
    this.#client = client
    this.#keyOf = keyOf
    this.#seed = seed
  }

  at(number: number): FuzzRequest {
    const random = new Random(Math.imul(this.#seed, 0xc2b2ae35) + Math.imul(number, 0x27d4eb2f))
    const isFile = random.chance(0.05)
    const path = random.pick(isFile ? FILES : PATHS)
    const method = random.chance(0.95) ? (isFile || random.chance(0.2) ? 'GET' : 'POST') : random.pick(['PUT', 'HEAD'])
    const form = this.#form(random)
    const content = method === 'GET' ? '' : path.endsWith('register') ? registration(random) : form
    const { lines, body } = framed(Buffer.from(content), random)
    const type = random.chance(0.97) ? 'application/x-www-form-urlencoded' : 'text/plain'
    const head = [
      `${method} ${path}${method === 'GET' ? `?${form}` : ''} HTTP/1.1`,
      ...headLinesFor(this.#keyOf(random), random),
      `content-type: ${type}`,
      ...lines,
    ]
    return {
      method,
      bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]),
      wrongWith,
    }
  }

  /** Makes a valid form of a random kind, then inserts mistakes. */
  #form(random: Random): string {
    const fields = new URLSearchParams({
      grant_type: random.pick(['client_credentials', 'authorization_code', 'password']),
      response_type: 'code',
      client_id: this.#client,
      redirect_uri: REDIRECT,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      state: 'a',
      client_secret: this.#keyOf(random),
      key: this.#keyOf(random),
      code: this.#client,
      code_verifier: 'v'.repeat(43),
    })
    for (let slips = random.pick([0, 0, 1, 2]); slips > 0; slips--) {
      const name = random.pick([...fields.keys()])
      if (random.chance(0.3)) fields.delete(name)
      else if (random.chance(0.2)) fields.append(name, random.pick(TEXTS))
      else fields.set(name, random.pick(TEXTS))
      if (fields.size === 0) break
    }
    return fields.toString()
  }
}

function registration(random: Random): string {
  const uris = random.chance(0.5) ? [REDIRECT] : anyJson(random, 2)
  return JSON.stringify(
    random.chance(0.9) ? { redirect_uris: uris, client_name: random.pick(TEXTS) } : anyJson(random, 3),
  )
}

/** Returns what is wrong with an answer: a redirect may go only to the address of a registered client. */
function wrongWith(answer: Answer): string | undefined {
  const [, location] = /\r\nlocation: ([^\r]*)/i.exec(answer.head) ?? []
  if (location !== undefined && !location.startsWith(`${REDIRECT}?code=`)) return `somebody is sent to ${location}`
  return wrongWithHead(answer, GRANT_STATUSES)
}

const GRANT_STATUSES: ReadonlySet<number> = new Set([...STATUSES, 201, 303])
