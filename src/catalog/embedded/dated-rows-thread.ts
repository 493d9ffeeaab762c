import { lineToStarter } from '../../kit/threads/thread.ts'
import type { Home } from '../../model/home.ts'
import { DatedRowsBuilder } from './dated-rows.ts'
import { openStoredRecords } from './read-through.ts'

/**
 * Requests to read all homes of a catalog file, to add stored homes in order of id, or to build the rows of all homes
 * so far.
 */
export type DatedRowsRequest =
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'take'; readonly homes: readonly string[] }
  | { readonly kind: 'build' }

/**
 * Entry of the thread that makes the rows of a catalog's homes. Sorting the rows in a serving thread would block calls
 * for seconds.
 */
let builder = new DatedRowsBuilder()
lineToStarter((request: DatedRowsRequest) => {
  if (request.kind === 'build') return builder.build()
  if (request.kind === 'read') builder = readIn(request.path)
  else for (const json of request.homes) builder.take(JSON.parse(json) as Home) // as the catalog stores them
  return undefined
})

/** Fills a separate builder, because the caller sends all homes from the start if reading fails halfway. */
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
