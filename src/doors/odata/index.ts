import type { ReadODataCall } from './door.ts'

export type { ODataCall, ReadODataCall } from './door.ts'

/** Parses a call below `/odata`. The modules for it are loaded at the first call. */
export const readODataCall: ReadODataCall = async (call, context) => {
  const { readRequest } = await import('./answering/request.ts')
  return readRequest(call, context)
}
