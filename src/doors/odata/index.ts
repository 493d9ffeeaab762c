import type { ReadODataCall } from './door.ts'

export type { ODataCall, ReadODataCall } from './door.ts'

/** Reads a call below `/odata`. Loads the code for it with the first call. */
export const readODataCall: ReadODataCall = async (call, context) => {
  const { readRequest } = await import('./answering/request.ts')
  return readRequest(call, context)
}
