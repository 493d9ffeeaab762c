import { BlockList, isIP } from 'node:net'
import { CommandFault, EXIT, Fault } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { oneLine } from './one-line.ts'

/** What a key may do within its plan. A missing list allows everything. */
export interface KeyLimits {
  /** Origins of web pages. With this list, the key works only in these pages. */
  readonly origins?: readonly string[]
  /** IP addresses of clients, or networks such as `203.0.113.0/24`. */
  readonly addresses?: readonly string[]
  /** Paths of operations. `/search` also allows all paths below `/search/`. */
  readonly operations?: readonly string[]
  /** Names of regions. With this list, the key sees only homes in these regions. */
  readonly places?: readonly string[]
  /** Whether the key is read-only: it cannot change saved searches, webhooks or keys. */
  readonly isReadOnly?: boolean
  /** What the key's data about people are for. Without a purpose, plans with `skip: purpose` open no such data. */
  readonly purpose?: string
}

/** Limits as operators write them. Lists are separated by commas, places by semicolons. */
export interface WrittenLimits {
  readonly origins?: string | undefined
  readonly addresses?: string | undefined
  readonly operations?: string | undefined
  readonly places?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly purpose?: string | undefined
}

/** The parts of a call that limits depend on. */
export interface LimitedCall {
  readonly origin: string | undefined
  readonly address: string
  /** Undefined for a call whose inner calls are checked separately, such as a batch. */
  readonly path: string | undefined
  readonly isChange: boolean
}

const ENTRIES_MAX = 50
const ENTRY_LENGTH_MAX = 200
/** Maximum number of places, as in one search. */
const PLACES_MAX = 5

/**
 * For each list: a function that returns an entry as stored, or undefined if the entry is invalid; and a description of
 * valid entries for error messages.
 */
const LISTS = {
  origins: [readOrigin, 'an origin such as https://homes.example'],
  addresses: [readNetwork, 'an IP address or a network such as 203.0.113.0/24'],
  operations: [readPath, 'a path such as /search/byaddress, or the beginning of paths such as /search'],
  places: [(text: string) => text, 'a place such as Seattle, WA'],
} as const satisfies Readonly<Record<string, readonly [(text: string) => string | undefined, string]>>

/** Parses limits. Returns undefined if nothing is limited. Throws a CommandFault that names the first invalid entry. */
export function readLimits({ readOnly = false, purpose = '', ...lists }: WrittenLimits): KeyLimits | undefined {
  const limits: Record<string, unknown> = {
    ...(readOnly && { isReadOnly: true }),
    ...(purpose.trim() !== '' && { purpose: oneLine(purpose.trim(), 'purpose') }),
  }
  for (const [name, [read, accepted]] of Object.entries(LISTS)) {
    const written = lists[name as keyof typeof LISTS]?.trim() ?? '' // a key of LISTS
    if (written !== '') limits[name] = entriesIn(written, name, read, accepted)
  }
  return Object.keys(limits).length === 0 ? undefined : limits
}

function entriesIn(
  written: string,
  name: string,
  read: (text: string) => string | undefined,
  accepted: string,
): readonly string[] {
  const [separator, most] = name === 'places' ? [';', PLACES_MAX] : [',', ENTRIES_MAX]
  const texts = written.split(separator).map((text) => text.trim())
  if (texts.length > most)
    throw new CommandFault(`${name} must have at most ${most} entries; you gave ${texts.length}.`, EXIT.usage)
  return texts.map((text) => {
    const entry = text === '' || text.length > ENTRY_LENGTH_MAX || /\p{Cc}/u.test(text) ? undefined : read(text)
    if (entry !== undefined) return entry
    throw new CommandFault(`Each entry of ${name} must be ${accepted}; you gave ${quote(text)}.`, EXIT.usage)
  })
}

function readOrigin(text: string): string | undefined {
  const origin = webOriginOf(text)
  return origin === text.replace(/\/$/, '').toLowerCase() ? origin : undefined
}

/** Returns the origin of a URL, as browsers send it; undefined for other text. */
export function webOriginOf(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}

function readNetwork(text: string): string | undefined {
  try {
    networksOf([text])
    return text
  } catch {
    return undefined
  }
}

/** Throws if an entry is not an address or network. */
function networksOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

function readPath(text: string): string | undefined {
  return /^\/[\w/-]*$/.test(text) ? text.toLowerCase().replace(/(?<=.)\/$/, '') : undefined
}

const networks = new WeakMap<KeyLimits, BlockList>()

/** Returns the Fault for a call that the key's limits forbid. Ignores `places`, which limit data instead of calls. */
export function refusalBy(limits: KeyLimits, call: LimitedCall): Fault | undefined {
  const { origins, addresses, operations, isReadOnly = false } = limits
  const { origin, address, path, isChange } = call
  if (origins !== undefined && (origin === undefined || !origins.includes(origin)))
    return limited(`works only in web pages of ${origins.join(', ')}; the call has ${origin ?? 'no Origin header'}.`)
  if (addresses !== undefined && !isInside(limits, addresses, address))
    return limited(`does not work from the address ${address}.`)
  if (operations !== undefined && path !== undefined && !operations.some((each) => isBelow(path, each)))
    return limited(`opens only ${operations.join(', ')}; you called ${path}.`)
  return isReadOnly && isChange ? limited('can only read; the call would change something.') : undefined
}

function isInside(limits: KeyLimits, addresses: readonly string[], address: string): boolean {
  const list = networks.get(limits) ?? networksOf(addresses)
  networks.set(limits, list)
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}

function isBelow(path: string, allowed: string): boolean {
  return path === allowed || path.startsWith(allowed === '/' ? allowed : `${allowed}/`)
}

/** Returns the Fault for a call that a key's limits forbid. `what` continues a sentence that begins with "This key". */
export function limited(what: string): Fault {
  return new Fault('key.limited', `This key ${what} The operator sets the limits of keys.`)
}
