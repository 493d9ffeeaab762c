import { createCipheriv, createDecipheriv, hash } from 'node:crypto'

/** The functions that sign a string with the secret of a catalog. All servers of the catalog share the secret. */
interface Seals {
  seal(text: string): string
}

/** What an encrypted text is for. It can only be decrypted for the same purpose. */
export type Purpose = 'client' | 'code' | 'token' | 'sign-in' | 'session'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts fields as a string that only servers of the same catalog can decrypt. The server need not store the fields.
 */
export function sealed(seals: Seals, purpose: Purpose, fields: object, nonce: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, keyOf(seals, purpose), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(fields), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/**
 * Decrypts a string from `sealed`. Returns undefined if the string was changed, comes from another catalog, or has
 * another purpose.
 */
export function opened(seals: Seals, purpose: Purpose, text: string): unknown {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return undefined
  const decipher = createDecipheriv(CIPHER, keyOf(seals, purpose), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const read = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return JSON.parse(Buffer.concat([read, decipher.final()]).toString())
  } catch {
    return undefined
  }
}

/** Derives an encryption key from two signatures of 132 bits. No other signed text begins with `oauth`. */
function keyOf(seals: Seals, purpose: Purpose): Buffer {
  return hash('sha256', [1, 2].map((part) => seals.seal(`oauth ${purpose} ${part}`)).join(), 'buffer')
}

/** The number of random bytes that `sealed` needs. */
export const SEALED_NONCE_BYTES = NONCE_BYTES
