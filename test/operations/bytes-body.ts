import type { EncodedBody } from '../../src/service/operations/operation.ts'

/** The body of an answer whose bytes are there already. */
export function bytesBody(bytes: Uint8Array, release = () => {}): EncodedBody {
  return {
    jsonBytes: bytes.length,
    json: () => ({ bytes, release }),
    with: (more) => bytesBody(Buffer.concat([bytes.subarray(0, -1), Buffer.from(`${more}}`)]), release),
  }
}
