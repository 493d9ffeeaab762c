import { createCipheriv, createDecipheriv, hash } from 'node:crypto'

/** A signature by a secret that every server of a catalogue has. */
interface Seals {
  seal(text: string): string
}

/** Uses of sealed texts: none is good for another. */
export type Purpose = 'client' | 'code'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Fields as a text that only servers of the same catalogue make, read and find unchanged; it is kept nowhere. */
export function sealed(seals: Seals, purpose: Purpose, fields: object, nonce: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, keyOf(seals, purpose), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(fields), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** The fields of such a text; undefined where it was made by anyone else, or for another purpose. */
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

/** Each seal has 132 bits; nothing else that is sealed begins so. */
function keyOf(seals: Seals, purpose: Purpose): Buffer {
  return hash('sha256', [1, 2].map((part) => seals.seal(`oauth ${purpose} ${part}`)).join(), 'buffer')
}

/** Size of the random bytes that each sealed text is made with. */
export const SEALED_NONCE_BYTES = NONCE_BYTES
