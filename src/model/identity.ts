import { hash } from 'node:crypto'

/** Derived ids live above this, so that they never meet an id that a source brings along. */
const DERIVED_FROM = 2 ** 52

/** The largest property id that a source may bring along. */
export const LARGEST_GIVEN_ZPID = DERIVED_FROM - 1

/** A property id for a record whose source has none: below 2^53, the same at every import. */
export function derivedZpid(source: string, sourceKey: string): number {
  return DERIVED_FROM + Number(digest('home', source, sourceKey).readBigUInt64BE() & 0xf_ffff_ffff_ffffn)
}

/** A whole number below 2^52 that stands for a text id where rows need numbers, the same at every import. */
export function derivedKey(noun: string, id: string): number {
  return Number(digest(noun, id, '').readBigUInt64BE() & 0xf_ffff_ffff_ffffn)
}

/** An opaque text id of 16 characters, the same at every import. */
export function derivedId(noun: string, source: string, sourceKey: string): string {
  return digest(noun, source, sourceKey).toString('base64url').slice(0, 16)
}

/** A whole number below 2^31 for clients that expect a small one, the same at every import. */
export function derivedNumber(noun: string, key: string): number {
  return digest(noun, key, '').readUInt32BE() >>> 1
}

/** The id of an offer: as high as a derived property id, the same at every import. */
export function derivedOfferId(source: string, sourceKey: string): number {
  return DERIVED_FROM + Number(digest('offer', source, sourceKey).readBigUInt64BE() & 0xf_ffff_ffff_ffffn)
}

/** Source and key are kept apart by a byte that neither holds. */
function digest(noun: string, source: string, sourceKey: string): Buffer {
  return hash('sha256', `${noun}\u0000${source}\u0000${sourceKey}`, 'buffer')
}
