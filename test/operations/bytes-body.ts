import type { EncodedBody } from '../../src/service/operations/operation.ts'

/** Wraps existing bytes as the body of an answer. */
export function bytesBody(bytes: Uint8Array, release = () => {}): EncodedBody {
  return {
    jsonBytes: bytes.length,
    json: () => ({ bytes, release }),
    with: (more) => bytesBody(Buffer.concat([bytes.subarray(0, -1), Buffer.from(`${more}}`)]), release),
  }
}
