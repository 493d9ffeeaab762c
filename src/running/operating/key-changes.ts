import { type IssuedKey, type KeyEvent, type KeyInfo, type Keyring, readLimits } from '../../guard/access/index.ts'
import { DAY_MS, startOfDay } from '../../kit/base/clock.ts'
import { COMMAND_OPTIONS } from '../../kit/base/command-options.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { spanMs } from '../../kit/base/span.ts'
import {
  defaulted,
  flag,
  optional,
  type Parameters,
  parse,
  type QueryPairs,
  required,
  type Shape,
  text,
} from '../../kit/params/index.ts'
import { instant } from './instant.ts'
import type { KeyEventRow } from './pages.ts'

/** A change to keys over HTTP. */
export interface KeyChange {
  /** The path below `/operator/keys`: empty, or `/KEYID/` and an action. */
  readonly path: string
  /** The keys of the JSON body. */
  readonly body: QueryPairs
  /** Who makes the change, for the log. */
  readonly by: string
}

const BYTES_MAX = 20_000

/** A list as an array of strings in JSON, or as text with separators. */
function list(separator: string, example: string): Shape<string> {
  return {
    schema: { type: 'string', maxLength: BYTES_MAX },
    example,
    parse: (sent) => sent.replace(/^\["?|"?\]$/g, '').replaceAll('","', separator),
  }
}

const LIMITS = {
  origins: optional(list(',', 'https://homes.example'), COMMAND_OPTIONS.origins.doc),
  addresses: optional(list(',', '203.0.113.0/24'), COMMAND_OPTIONS.addresses.doc),
  operations: optional(list(',', '/search,/pro'), COMMAND_OPTIONS.operations.doc),
  places: optional(list(';', 'Seattle, WA'), COMMAND_OPTIONS.places.doc),
  readOnly: defaulted(flag, 'false', COMMAND_OPTIONS.readOnly.doc),
  purpose: optional(text(200, 'Tenant screening'), COMMAND_OPTIONS.purpose.doc),
} as const satisfies Parameters
const CREATE = {
  plan: required(text(40, 'basic'), COMMAND_OPTIONS.plan.doc),
  label: defaulted(text(200, 'Acme'), '', 'Owner of the key.'),
  expires: optional(text(10, '2027-12-31'), COMMAND_OPTIONS.expires.doc),
  ...LIMITS,
} as const satisfies Parameters
const ROTATE = {
  overlap: defaulted(text(20, '24h'), COMMAND_OPTIONS.overlap.fallback, COMMAND_OPTIONS.overlap.doc),
} as const satisfies Parameters

/** Returns whether `changeKeys` knows the path. */
export function isKeyChange(path: string): boolean {
  return path === '' || ACTION.test(path)
}

const ACTION = /^\/(key_\w{1,20})\/(rotate|revoke|limits)$/

/** The result of a change to a key: the answer, and whether the key's saved searches must be deleted. */
export interface KeyChanged {
  readonly answer: object
  readonly keyId: string
  readonly endsSearches: boolean
}

/**
 * Makes a change. Rejects with a Fault for an invalid body, and with a CommandFault if the key
 * or plan does not exist or the store cannot be written.
 */
export async function changeKeys({ path, body }: KeyChange, keyring: Keyring, nowMs: number): Promise<KeyChanged> {
  const [, keyId = '', action] = ACTION.exec(path) ?? []
  if (action === undefined) {
    const { plan, label, expires, ...limits } = parse(CREATE, [], body, 'strict').args
    const expiresMs = expires === undefined ? undefined : readExpiry(expires, nowMs)
    return issued(await keyring.create({ plan, label, expiresMs, limits: readLimits(limits) }), nowMs)
  }
  if (action === 'rotate')
    return issued(await keyring.rotate(keyId, readOverlap(parse(ROTATE, [], body, 'strict').args.overlap)), nowMs)
  const info =
    action === 'limits'
      ? await keyring.limit(keyId, readLimits(parse(LIMITS, [], body, 'strict').args))
      : await keyring.revoke(keyId)
  return { answer: keyDocument(info, nowMs), keyId: info.keyId, endsSearches: hasNoSearches(info) }
}

/** Whether a key can have no saved searches and webhooks: it is revoked, or sees only some places. */
export function hasNoSearches({ revokedMs, limits }: Pick<KeyInfo, 'revokedMs' | 'limits'>): boolean {
  return revokedMs !== undefined || limits?.places !== undefined
}

function issued({ key, info }: IssuedKey, nowMs: number): KeyChanged {
  return { answer: { key, ...keyDocument(info, nowMs) }, keyId: info.keyId, endsSearches: false }
}

/** Returns a key as JSON, for `--json` and for `/operator/keys`. Times are ISO 8601 in UTC, and missing values are null. */
export function keyDocument(info: KeyInfo, nowMs: number): object {
  return {
    keyId: info.keyId,
    label: info.label,
    plan: info.plan,
    status: statusOf(info, nowMs),
    creditsUsed: info.creditsUsed,
    creditsLimit: info.creditsLimit ?? null,
    creditsAdded: info.creditsAdded,
    created: instant(info.createdMs),
    lastUsed: instant(info.lastUsedMs),
    expires: instant(info.expiresMs),
    revoked: instant(info.revokedMs),
    oldSecretUntil: instant(info.overlapUntilMs),
    limits: info.limits ?? null,
  }
}

/** Returns an entry of the key log as JSON. */
export function eventDocument({ atMs, ...event }: KeyEvent): KeyEventRow {
  return { at: new Date(atMs).toISOString(), ...event }
}

type Status = 'active' | 'expired' | 'revoked' | 'plan missing'

export function statusOf({ revokedMs, expiresMs, creditsLimit }: KeyInfo, nowMs: number): Status {
  if (revokedMs !== undefined) return 'revoked'
  if (expiresMs !== undefined && expiresMs <= nowMs) return 'expired'
  return creditsLimit === undefined ? 'plan missing' : 'active'
}

/** Returns the end of the last day on which a key works. */
export function readExpiry(day: string, nowMs: number): number {
  const endMs = startOfDay(day) + DAY_MS
  if (endMs > nowMs) return endMs
  const accepted = `must be ${COMMAND_OPTIONS.expires.kind.accepted}`
  throw new CommandFault(`The last day ${accepted}; you gave "${day}".`, EXIT.usage)
}

const OVERLAP_MAX_MS = 365 * DAY_MS

export function readOverlap(time: string): number {
  const overlapMs = spanMs(time)
  if (overlapMs !== undefined && overlapMs <= OVERLAP_MAX_MS) return overlapMs
  const accepted = `must be ${COMMAND_OPTIONS.overlap.kind.accepted}`
  throw new CommandFault(`The overlap ${accepted}; you gave "${time}".`, EXIT.usage)
}
