import type { ReadODataCall } from './door.ts'

export type { ODataCall, ReadODataCall } from './door.ts'

/** Reads a call below `/odata`. Only a service that is asked there loads what reads it. */
export const readODataCall: ReadODataCall = async (call, context) => {
  const { readQuestion } = await import('./answering/question.ts')
  return readQuestion(call, context)
}
