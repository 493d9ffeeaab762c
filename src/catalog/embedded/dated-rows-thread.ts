import { lineToStarter } from '../../kit/threads/thread.ts'
import type { Home } from '../../model/home.ts'
import { DatedRowsBuilder } from './dated-rows.ts'
import { openStoredRecords } from './read-through.ts'

/**
 * Reads all homes of a catalog file, or takes homes as they are stored, in the order of their ids; builds the rows of
 * all that came.
 */
export type DatedRowsQuestion =
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'take'; readonly homes: readonly string[] }
  | { readonly kind: 'build' }

/** Entry of the thread that makes the rows of a catalog's homes: sorting them would keep calls waiting for seconds. */
let builder = new DatedRowsBuilder()
lineToStarter((asked: DatedRowsQuestion) => {
  if (asked.kind === 'build') return builder.build()
  if (asked.kind === 'read') builder = readIn(asked.path)
  else for (const json of asked.homes) builder.take(JSON.parse(json) as Home) // as the catalogue stores them
  return undefined
})

/** Homes that came before a fault are of no use: they would come again. */
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
