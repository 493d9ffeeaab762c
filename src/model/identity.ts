import { createHmac, hash } from 'node:crypto'
import { Recent } from '../kit/base/recent.ts'

/** Lower bound of derived ids. Ids of sources are lower, so they never collide. */
const DERIVED_FROM = 2 ** 52

/** Upper bound of property ids given by a source. */
export const LARGEST_GIVEN_ZPID = DERIVED_FROM - 1

/** Upper bound of all property ids. Replicas store ids that another Plat derived. */
export const LARGEST_ZPID = 2 * DERIVED_FROM - 1

/** Property id for a record without one: below 2^53, stable across imports. */
export function derivedZpid(source: string, sourceKey: string): number {
  return DERIVED_FROM + Number(digest('home', source, sourceKey).readBigUInt64BE() & 0xf_ffff_ffff_ffffn)
}

/** Property id that nobody can connect to its record without the secret. Stable across imports. */
export function keyedZpid(secret: Uint8Array, source: string, sourceKey: string): number {
  const mac = createHmac('sha256', secret).update(`home\u0000${source}\u0000${sourceKey}`).digest()
  return DERIVED_FROM + Number(mac.readBigUInt64BE() & 0xf_ffff_ffff_ffffn)
}

/** Maps a string id to a whole number below 2^52, for tables with numeric keys. Stable across imports. */
export function derivedKey(noun: string, id: string): number {
  return Number(digest(noun, id, '').readBigUInt64BE() & 0xf_ffff_ffff_ffffn)
}

/** An opaque id of 16 characters. Stable across imports. */
export function derivedId(noun: string, source: string, sourceKey: string): string {
  return digest(noun, source, sourceKey).toString('base64url').slice(0, 16)
}

/** A whole number below 2^31 for clients that expect a small number. Stable across imports. */
export function derivedNumber(noun: string, key: string): number {
  return digest(noun, key, '').readUInt32BE() >>> 1
}

/** Cached ids, by name. There are few names, but every document needs an id. */
const serviceIds = new Recent<string, number>(1000)

/** Derived from the name, because sources give no other id. */
export function listingServiceId(mlsName: string): number {
  return serviceIds.of(mlsName, () => derivedNumber('listing-service', mlsName))
}

/** Offer id, in the same range as derived property ids. Stable across imports. */
export function derivedOfferId(source: string, sourceKey: string): number {
  return DERIVED_FROM + Number(digest('offer', source, sourceKey).readBigUInt64BE() & 0xf_ffff_ffff_ffffn)
}

/** A zero byte separates source and key. Neither contains one. */
function digest(noun: string, source: string, sourceKey: string): Buffer {
  return hash('sha256', `${noun}\u0000${source}\u0000${sourceKey}`, 'buffer')
}
