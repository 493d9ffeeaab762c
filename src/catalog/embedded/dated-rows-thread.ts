import { lineToStarter } from '../../kit/threads/thread.ts'
import type { Home } from '../../model/home.ts'
import { DatedRowsBuilder } from './dated-rows.ts'

/** Takes homes as they are stored, in the order of their ids, or builds the rows of all that came. */
export type DatedRowsQuestion =
  | { readonly kind: 'take'; readonly homes: readonly string[] }
  | { readonly kind: 'build' }

/** Entry of the thread that makes the rows of a catalogue's homes: sorting them would keep calls waiting for seconds. */
const builder = new DatedRowsBuilder()
lineToStarter((asked: DatedRowsQuestion) => {
  if (asked.kind === 'build') return builder.build()
  for (const json of asked.homes) builder.take(JSON.parse(json) as Home) // as the catalogue stores them
  return undefined
})
