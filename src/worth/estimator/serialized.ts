import { deserialize, serialize } from 'node:v8'

/** Encodes a value for storage. `version` comes first, and must change whenever the meaning of the value changes. */
export function serialized(version: string, value: unknown): Uint8Array {
  return Buffer.concat([Buffer.from(version), serialize(value)])
}

export function isOfVersion(version: string, bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, version.length)).toString() === version
}

/** Decodes the result of `serialized`. Throws a `RangeError` for another version or incomplete bytes. */
export function deserialized(version: string, bytes: Uint8Array): unknown {
  if (!isOfVersion(version, bytes)) throw new RangeError('The bytes were stored by another version of Plat.')
  try {
    return deserialize(Uint8Array.from(bytes.subarray(version.length))) // copied, because arrays must be aligned
  } catch (cause) {
    throw new RangeError('The bytes are incomplete.', { cause })
  }
}
