import type { ReadODataCall } from './door.ts'

export type { ODataCall, ReadODataCall } from './door.ts'

/** The names that questions have as operations: metrics have a place for each. */
export const ODATA_OPERATIONS: readonly string[] = [
  '/odata',
  ...['Property', 'Member', 'Office', 'Media', 'OpenHouse', 'Lookup', 'EntityEvent'].map((name) => `/odata/${name}`),
]

/** Reads a call below `/odata`. Only a service that is asked there loads what reads it. */
export const readODataCall: ReadODataCall = async (call, context) => {
  const { readQuestion } = await import('./answering/question.ts')
  return readQuestion(call, context)
}
