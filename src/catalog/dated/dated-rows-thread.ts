import { lineToStarter } from '../../kit/threads/thread.ts'
import type { Home } from '../../model/home.ts'
import { openStoredRecords } from '../embedded/read-through.ts'
import { DatedRowsBuilder } from './dated-rows.ts'

/**
 * Requests: read all homes of a catalog file, add stored homes in order of id, or build the rows of all homes so far.
 */
export type DatedRowsRequest =
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'take'; readonly homes: readonly string[] }
  | { readonly kind: 'build' }

/**
 * The thread that makes the rows of a catalog's homes for searches of past days. Sorting the rows in a serving thread
 * would block calls for seconds.
 */
let builder = new DatedRowsBuilder()
lineToStarter((request: DatedRowsRequest) => {
  if (request.kind === 'build') return builder.build()
  if (request.kind === 'read') builder = readIn(request.path)
  else for (const json of request.homes) builder.take(JSON.parse(json) as Home) // the catalog stores homes as JSON
  return undefined
})

/** Fills a separate builder: if reading fails halfway, the caller sends all homes again from the start. */
function readIn(path: string): DatedRowsBuilder {
  const read = new DatedRowsBuilder()
  const records = openStoredRecords(path)
  try {
    for (const home of records.each('home')) read.take(home)
  } finally {
    records.close()
  }
  return read
}
