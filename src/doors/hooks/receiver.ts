import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { quote } from '../../kit/base/sentence.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { isReachable } from './reachable.ts'

/** The addresses of a host name; rejects where it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** These say which addresses the operator lets webhooks have. */
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

/** Why nothing is sent to a URL, as a sentence for the key of the webhook. */
export class RefusedReceiver extends Error {}

const URL_CHARACTERS_MAX = 2048

/** Reads the URL of a webhook. Throws a RefusedReceiver for one that no webhook can have, whatever its name means. */
export function receiverUrl(text: string, { allowsHttp, allowsPrivate }: ReceiverRules): URL {
  const url = URL.canParse(text) && text.length <= URL_CHARACTERS_MAX ? new URL(text) : undefined
  const schemes = allowsHttp ? 'https: or http:' : 'https:'
  if (url === undefined || !['https:', allowsHttp ? 'http:' : ''].includes(url.protocol)) {
    const accepted = `must begin with ${schemes} and have at most ${URL_CHARACTERS_MAX} characters`
    throw new RefusedReceiver(`The URL ${accepted}; you sent ${quote(text)}.`)
  }
  if (url.username !== '' || url.password !== '') {
    const instead = 'leave them out, and verify signatures instead'
    throw new RefusedReceiver(`Cannot send to the host ${quote(url.host)} with a user or password: ${instead}.`)
  }
  const address = literalOf(url)
  if (address !== undefined) requireReachable(url, [address], allowsPrivate)
  return url
}

/** A receiver may have more addresses, of which these are tried. */
const ADDRESSES_MAX = 4

/**
 * Resolves the host of a URL, once: connections are made to these addresses and never ask again, so that a name
 * cannot mean a public address here and a private one there. Throws a RefusedReceiver for a name without an address,
 * or where a single one of its addresses may not be reached.
 */
export async function addressesOf(url: URL, { allowsPrivate, resolve }: ReceiverRules): Promise<readonly string[]> {
  const literal = literalOf(url)
  const addresses = literal === undefined ? await resolved(url, resolve) : [literal]
  requireReachable(url, addresses, allowsPrivate)
  return addresses.slice(0, ADDRESSES_MAX)
}

/** Refuses what cannot be the URL of a webhook as things are. Throws a RefusedReceiver. */
export async function checkUrl(text: string, rules: ReceiverRules): Promise<void> {
  await addressesOf(receiverUrl(text, rules), rules)
}

async function resolved(url: URL, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(url.hostname).catch(() => [])
  if (addresses.length > 0) return addresses
  throw new RefusedReceiver(`Cannot find ${quote(url.hostname)}: no name server has an address for that name.`)
}

function requireReachable(url: URL, addresses: readonly string[], allowsPrivate: boolean): void {
  const own = allowsPrivate ? [] : ownAddresses()
  if (addresses.every((address) => isReachable(address, allowsPrivate) && !own.includes(address))) return
  const accepted = allowsPrivate
    ? 'it must not be link-local, multicast or unspecified'
    : 'it must be public, unless the operator sets PLAT_WEBHOOKS_PRIVATE to allow'
  throw new RefusedReceiver(`Cannot send to ${quote(url.host)}, which is not a public address: ${accepted}.`)
}

/** A public address of this machine is as near to its private ports as loopback is. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? [])
}

/** The address that a URL has in the place of a name. */
function literalOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}

const RESOLVE_MS = 2_500
const RESOLVE_TRIES = 2

/**
 * Asks name servers without the few threads that read files too: names whose servers never answer would occupy those.
 * A name of the hosts file is unknown here.
 */
async function resolveByServers(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** Knows names of the hosts file and of search domains, as the names of private addresses are. */
async function resolveAsSystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}
