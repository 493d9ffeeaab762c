import { Fault } from '../../kit/base/failure.ts'
import type { ReadODataCall } from './door.ts'

export type { ODataCall, ReadODataCall } from './door.ts'

/** The names that questions have as operations: metrics have a place for each. */
export const ODATA_OPERATIONS: readonly string[] = [
  '/odata',
  ...['Property', 'Member', 'Office', 'Media', 'OpenHouse', 'Lookup', 'EntityEvent'].map((name) => `/odata/${name}`),
]

/** Reads a call below `/odata`. */
export const readODataCall: ReadODataCall = ({ path, root }) => {
  if (path !== '' && path !== '/') throw new Fault('odata.unknown')
  const body = JSON.stringify({ '@odata.context': `${root}/$metadata`, value: [] })
  const answer = { type: 'application/json', body, rows: 0, headers: {} }
  return { operation: '/odata', rowsMax: 0, isLasting: true, answer: async () => answer }
}
