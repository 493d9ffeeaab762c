import { deserialize, serialize } from 'node:v8'

/**
 * Encodes a value for storage. `version` precedes the value, and must change whenever the meaning of the value changes.
 */
export function serialized(version: string, value: unknown): Uint8Array {
  return Buffer.concat([Buffer.from(version), serialize(value)])
}

export function isOfVersion(version: string, bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, version.length)).toString() === version
}

/** Decodes what `serialized` returned. Throws a `RangeError` for bytes of another version or incomplete bytes. */
export function deserialized(version: string, bytes: Uint8Array): unknown {
  if (!isOfVersion(version, bytes)) throw new RangeError('The bytes were stored by another version of Plat.')
  try {
    return deserialize(Uint8Array.from(bytes.subarray(version.length))) // a copy, whose arrays are aligned
  } catch (cause) {
    throw new RangeError('The bytes are incomplete.', { cause })
  }
}
