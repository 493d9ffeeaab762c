import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { quote } from '../../kit/base/sentence.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { isReachable } from './reachable.ts'

/** Resolves a host name to addresses. Rejects if the name has no addresses. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** Which addresses the settings allow for webhooks. */
export interface ReceiverRules {
  readonly allowsHttp: boolean
  readonly allowsPrivate: boolean
  readonly resolve: Resolve
}

export function receiverRules({ webhooksHttp, webhooksPrivate }: Settings): ReceiverRules {
  const allowsPrivate = webhooksPrivate === 'allow'
  const resolve = allowsPrivate ? resolveAsSystem : resolveByServers
  return { allowsHttp: webhooksHttp === 'allow', allowsPrivate, resolve }
}

/** Thrown if nothing may be sent to a URL. The message is for the owner of the webhook. */
export class RefusedReceiver extends Error {}

const URL_CHARACTERS_MAX = 2048

/** Reads the URL of a webhook. Throws a RefusedReceiver if it is not allowed, without resolving its name. */
export function receiverUrl(text: string, { allowsHttp, allowsPrivate }: ReceiverRules): URL {
  const url = URL.canParse(text) && text.length <= URL_CHARACTERS_MAX ? new URL(text) : undefined
  const schemes = allowsHttp ? 'https: or http:' : 'https:'
  if (url === undefined || !['https:', allowsHttp ? 'http:' : ''].includes(url.protocol)) {
    const accepted = `must begin with ${schemes} and have at most ${URL_CHARACTERS_MAX} characters`
    throw new RefusedReceiver(`The URL ${accepted}; you sent ${quote(text)}.`)
  }
  if (url.username !== '' || url.password !== '') {
    const instead = 'remove them, and verify signatures instead'
    throw new RefusedReceiver(`The URL of the host ${quote(url.host)} must not have a user or password: ${instead}.`)
  }
  const address = literalOf(url)
  if (address !== undefined) requireReachable(url, [address], allowsPrivate)
  return url
}

/** The maximum number of addresses of a receiver to try. */
const ADDRESSES_MAX = 4

/**
 * Resolves the host of a URL once. Connections use these addresses, so that a name cannot pass the check with a public
 * address and then connect to a private address. Rejects with a RefusedReceiver if the name has no address, or if any
 * of its addresses is not allowed.
 */
export async function addressesOf(url: URL, { allowsPrivate, resolve }: ReceiverRules): Promise<readonly string[]> {
  const literal = literalOf(url)
  const addresses = literal === undefined ? await resolved(url, resolve) : [literal]
  requireReachable(url, addresses, allowsPrivate)
  return addresses.slice(0, ADDRESSES_MAX)
}

/** Checks the URL of a webhook. Rejects with a RefusedReceiver if it is not allowed. */
export async function checkUrl(text: string, rules: ReceiverRules): Promise<void> {
  await addressesOf(receiverUrl(text, rules), rules)
}

async function resolved(url: URL, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(url.hostname).catch(() => [])
  if (addresses.length > 0) return addresses
  throw new RefusedReceiver(`Cannot find ${quote(url.hostname)}: no name server has an address for this name.`)
}

function requireReachable(url: URL, addresses: readonly string[], allowsPrivate: boolean): void {
  const own = allowsPrivate ? [] : ownAddresses()
  if (addresses.every((address) => isReachable(address, allowsPrivate) && !own.includes(address))) return
  const accepted = allowsPrivate
    ? 'it must not be link-local, multicast or unspecified'
    : 'it must be public, unless the operator sets PLAT_WEBHOOKS_PRIVATE to allow'
  throw new RefusedReceiver(`Cannot send to ${quote(url.host)}, which is not a public address: ${accepted}.`)
}

/**
 * Returns the addresses of this machine. Webhooks may not use them, because they lead to private ports like loopback.
 */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? [])
}

/** Returns the IP address in a URL; undefined if the URL has a name. */
function literalOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}

const RESOLVE_MS = 2_500
const RESOLVE_TRIES = 2

/**
 * Resolves a name with name servers directly. The system resolver would use the few threads that also read files, and
 * slow name servers could block these threads. Name servers do not know the names in the hosts file.
 */
async function resolveByServers(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Resolves a name with the system resolver, which knows the hosts file and search domains. Private names need both. */
async function resolveAsSystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}
