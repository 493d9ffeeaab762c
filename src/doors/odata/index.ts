import type { ReadODataCall } from './door.ts'

export type { ODataCall, ReadODataCall } from './door.ts'

/** Reads a call below `/odata`. Loads the code for it with the first call. */
export const readODataCall: ReadODataCall = async (call, context) => {
  const { readQuestion } = await import('./answering/question.ts')
  return readQuestion(call, context)
}
