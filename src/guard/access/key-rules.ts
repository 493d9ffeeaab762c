import type { Randomness } from '../../kit/algorithms/randomness.ts'
import { dayOf } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { malformation } from './key-text.ts'
import type { StoredKey } from './stored-key.ts'

// What operators may do with keys, on every backend.

/** Without letters that are easily confused with digits or other letters. */
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 8
const CREDITS_ADDED_MAX = 1_000_000_000_000

export function newKeyId(randomness: Randomness): string {
  const letters = Array.from(randomness(ID_LENGTH), (byte) => ID_LETTERS.charAt(byte % ID_LETTERS.length))
  return `key_${letters.join('')}`
}

export function checkPlan(name: string, { names, path }: { readonly names: readonly string[]; readonly path: string }) {
  if (names.includes(name)) return
  throw new CommandFault(`There is no plan "${name}". The plans in ${path} are ${names.join(', ')}.`, EXIT.data)
}

export function creditsToAdd(amount: string): number {
  const credits = /^\d{1,13}$/.test(amount) ? Number(amount) : 0
  if (credits >= 1 && credits <= CREDITS_ADDED_MAX) return credits
  const accepted = `must be a whole number from 1 to ${CREDITS_ADDED_MAX.toLocaleString('en-US')}`
  throw new CommandFault(`The number of credits ${accepted}; you gave "${amount}".`, EXIT.usage)
}

/** Returns true for a secret and false for an id. Throws a CommandFault for a mistyped secret. */
export function isSecret(keyIdOrSecret: string): boolean {
  if (!keyIdOrSecret.startsWith('plat_')) return false
  const broken = malformation(keyIdOrSecret)
  if (broken) throw new CommandFault(broken, EXIT.data)
  return true
}

export function noSuchKey(keyIdOrSecret: string): CommandFault {
  const shown = keyIdOrSecret.startsWith('plat_') ? 'of this secret' : `"${keyIdOrSecret}"`
  return new CommandFault(`There is no key ${shown}. ./plat keys list shows the ids.`, EXIT.data)
}

export function refuseUnusable(key: Pick<StoredKey, 'keyId' | 'revokedMs' | 'expiresMs'>, nowMs: number): void {
  const { keyId, revokedMs, expiresMs } = key
  const next = 'make a new one with ./plat keys create.'
  if (revokedMs !== null) throw new CommandFault(`Key ${keyId} was revoked on ${dayOf(revokedMs)}: ${next}`, EXIT.data)
  if (expiresMs === null || expiresMs > nowMs) return
  throw new CommandFault(`Key ${keyId} expired on ${dayOf(expiresMs)}: ${next}`, EXIT.data)
}
