import { readQuestion } from './answering/question.ts'
import type { ReadODataCall } from './door.ts'

export type { ODataCall, ReadODataCall } from './door.ts'
export { odataFieldsPage } from './fields-page.ts'

/** The names that questions have as operations: metrics have a place for each. */
export const ODATA_OPERATIONS: readonly string[] = [
  '/odata',
  ...['Property', 'Member', 'Office', 'Media', 'OpenHouse', 'Lookup', 'EntityEvent'].map((name) => `/odata/${name}`),
]

/** Reads a call below `/odata`. */
export const readODataCall: ReadODataCall = (call, context) => readQuestion(call, context)
