import { hash } from 'node:crypto'
import type { IdentityProvider, SignedIn } from '../../doors/http/index.ts'
import { CommandFault, EXIT, Fault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { loadOptional } from '../../kit/base/optional-packages.ts'
import { type Settings, variableOf } from '../../kit/base/settings.ts'

/** The package for OpenID Connect, with the tested version. package.json must have the same. */
export const OPENID_PACKAGES = { 'openid-client': '6.9.0' } as const

/** The part of the package that is used. Operators install it if they need it. */
interface Library {
  readonly discovery: (
    issuer: URL,
    clientId: string,
    metadata: undefined,
    auth: ClientAuth,
    options: { readonly timeout: number; readonly execute: readonly unknown[] },
  ) => Promise<Configuration>
  readonly ClientSecretBasic: (secret: string) => ClientAuth
  readonly ClientSecretPost: (secret: string) => ClientAuth
  readonly allowInsecureRequests: unknown
  readonly enableNonRepudiationChecks: unknown
  readonly buildAuthorizationUrl: (provider: Configuration, parameters: Readonly<Record<string, string>>) => URL
  readonly authorizationCodeGrant: (provider: Configuration, answer: URL, checks: object) => Promise<Tokens>
  readonly fetchUserInfo: (provider: Configuration, accessToken: string, subject: string) => Promise<Claims>
}

type ClientAuth = (server: ServerMetadata, ...rest: unknown[]) => void

interface ServerMetadata {
  readonly scopes_supported?: readonly string[]
  readonly token_endpoint_auth_methods_supported?: readonly string[]
  readonly userinfo_endpoint?: string
}

interface Configuration {
  serverMetadata(): ServerMetadata
}

interface Tokens {
  readonly access_token: string
  claims(): Claims | undefined
}

/** What the provider says about a person. */
type Claims = { readonly sub: string } & Readonly<Record<string, Claim | readonly Claim[] | null | undefined>>

type Claim = string | number | boolean

const NEEDED = ['openidIssuer', 'openidClient', 'openidSecret', 'openidOperators'] as const

/** Time limit for each response from the provider. */
const ANSWER_S_MAX = 10

/** Codes of the package's errors if the provider does not respond, or responds with an unexpected status. */
const DOWN: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/**
 * Returns the OpenID provider at which operators sign in; undefined if the settings name none. The provider is first
 * contacted when somebody signs in. Throws a CommandFault if a setting or the package is missing.
 */
export async function openIdentityProvider(settings: Settings, log: Log): Promise<IdentityProvider | undefined> {
  const { openidIssuer: issuer, openidClient: clientId, openidSecret: secret, openidOperators: operators } = settings
  const [given, missing] = [true, false].map((isGiven) =>
    NEEDED.filter((name) => (settings[name] !== '') === isGiven).map(variableOf),
  ) as [string[], string[]] // `map` returns as many lists as it gets
  if (given.length === 0) return undefined
  if (missing.length > 0) throw new CommandFault(`${given[0]} also needs ${missing.join(', ')}.`, EXIT.usage)
  const problem = 'PLAT_OPENID_ISSUER is set, but the package openid-client is not installed'
  const library = await loadOptional<Library>(OPENID_PACKAGES, problem)
  const { ClientSecretBasic, ClientSecretPost, allowInsecureRequests, enableNonRepudiationChecks } = library
  const auth: ClientAuth = (server, ...rest) => {
    const isPosted = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (isPosted ? ClientSecretPost : ClientSecretBasic)(secret)(server, ...rest)
  }
  const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])]
  let discovered: Promise<Configuration> | undefined
  /** Runs a step of a sign-in with the provider's metadata, which is read once. */
  const step = async <T>(act: (provider: Configuration) => Promise<T>): Promise<T> => {
    try {
      discovered ??= library
        .discovery(new URL(issuer), clientId, undefined, auth, { timeout: ANSWER_S_MAX, execute })
        .catch((error: unknown) => {
          discovered = undefined
          throw error
        })
      return await act(await discovered)
    } catch (error) {
      throw faultOf(error, log)
    }
  }
  return {
    issuer,
    fingerprint: hash('sha256', JSON.stringify(NEEDED.map((name) => settings[name])), 'base64url'),
    begin: (returnUrl, { state, nonce, verifier }, prompt) =>
      step(async (provider) => {
        const { scopes_supported: supported = ['email', 'profile'] } = provider.serverMetadata()
        const wanted = new Set(['email', 'profile', ...claimsIn(operators).map(nameOf)])
        return library.buildAuthorizationUrl(provider, {
          redirect_uri: returnUrl,
          scope: ['openid', ...[...wanted].filter((scope) => supported.includes(scope))].join(' '),
          state,
          nonce,
          code_challenge: hash('sha256', verifier, 'base64url'),
          code_challenge_method: 'S256',
          ...(prompt !== undefined && { prompt }),
        }).href
      }),
    finish: (answer, { state, nonce, verifier }) =>
      step(async (provider) => {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await library.authorizationCodeGrant(provider, answer, checks)
        const claims = tokens.claims() ?? { sub: '' } // the package requires an ID token because of `idTokenExpected`
        const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined
        const more = hasMore && (await library.fetchUserInfo(provider, tokens.access_token, claims.sub))
        return signedInAs({ ...more, ...claims }, operators)
      }),
  }
}

/** Returns who has signed in, and whether one of the person's claims is in the list of operators. */
export function signedInAs(claims: Claims, operators: string): SignedIn {
  const { sub, email, email_verified: verified } = claims
  const isVerified = String(verified) === 'true' // some providers send text
  const listed = claimsIn(operators)
  const held = [...new Set(listed.map(nameOf))].flatMap((name) =>
    name === 'email' && !isVerified ? [] : [claims[name] ?? []].flat().map((value) => `${name}=${value}`),
  )
  const person = isVerified && typeof email === 'string' ? email : sub
  return { person, isOperator: held.some((claim) => listed.includes(claim)), claims: held }
}

function claimsIn(operators: string): readonly string[] {
  return operators.split(',').map((claim) => claim.trim())
}

function nameOf(claim: string): string {
  return claim.slice(0, claim.indexOf('='))
}

/** Logs why a sign-in failed, without claims and tokens, and returns what the person may know. */
function faultOf(error: unknown, log: Log): Fault {
  const { message, code, error: refusal, cause } = error as Error & { readonly code?: unknown; readonly error?: string }
  const why = [message, refusal, cause instanceof Error ? cause.message : undefined].filter(
    (part) => part !== undefined,
  )
  log.warn({ why: why.join(': ') }, 'A sign-in with OpenID Connect failed')
  const isDown = error instanceof TypeError || DOWN.has(code)
  if (isDown)
    return new Fault('server.busy', 'The OpenID provider did not respond, or responded with an error.', {
      retryAfterS: 10,
    })
  const sentence = 'The answer of the OpenID provider is not valid.'
  return new Fault('grant.invalid', refusal === 'access_denied' ? 'The OpenID provider did not let you in.' : sentence)
}
