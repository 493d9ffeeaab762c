import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'plat_'
/** 62^43 is just above 2^256; 62^6 is just above 2^32. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const KEY_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH
const WELL_FORMED = /^plat_[0-9A-Za-z]{49}$/

export const KEY_BYTES = 32

/** Encodes a key as `plat_`, its 32 bytes in base62, and a CRC32 of both in base62. */
export function writeKey(bytes: Uint8Array): string {
  if (bytes.length !== KEY_BYTES) throw new Error(`a key is made of ${KEY_BYTES} bytes, not ${bytes.length}`)
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let secret = ''
  for (let place = 0; place < SECRET_LENGTH; place++) {
    secret = DIGITS.charAt(Number(rest % 62n)) + secret
    rest /= 62n
  }
  return PREFIX + secret + checksum(PREFIX + secret)
}

/**
 * Returns a sentence that says why a text cannot be a key, without repeating the text. Undefined if it may be a key.
 */
export function malformation(key: string): string | undefined {
  if (WELL_FORMED.test(key)) {
    const body = key.slice(0, -CHECKSUM_LENGTH)
    return key.endsWith(checksum(body)) ? undefined : 'A character of the key is mistyped: copy the whole key again.'
  }
  const accepted = `a key has ${KEY_LENGTH} characters: ${PREFIX} and ${KEY_LENGTH - PREFIX.length} letters and digits.`
  if (!key.startsWith(PREFIX)) return `The key does not begin with "${PREFIX}": ${accepted}`
  if (key.length !== KEY_LENGTH) return `The key has ${key.length} characters: ${accepted}`
  return `The key contains something other than letters and digits: ${accepted}`
}

/** SHA-256 of a key in hexadecimal. It is stored instead of the key. */
export function fingerprint(key: string): string {
  return hash('sha256', key, 'hex')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = DIGITS.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** The same on every machine, so that examples can be pasted from the docs and the start-up output. */
export const DEMO_KEY = writeKey(Buffer.from('demo key of the sample catalogue'))
