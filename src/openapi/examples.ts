import { readFileSync } from 'node:fs'
import { type PortalWords, portalWords } from '../base/words.ts'

/** A call that a sample catalogue answered: what was asked, and the body of its 200, with long lists cut short. */
export interface AnsweredCall {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: object
}

/** A refusal as it is answered. */
export interface ExampleRefusal {
  /** Names it among the examples of its status. */
  readonly name: string
  readonly body: { readonly status: number }
}

export interface Examples {
  readonly calls: ReadonlyMap<string, AnsweredCall>
  readonly refusals: readonly ExampleRefusal[]
}

/** Written by `npm run docs`: a line for each call and refusal, with placeholders for the words of a server. */
export const EXAMPLES_FILE = new URL('./examples.ndjson', import.meta.url)

/** The examples of the documents in the words of a server: real bodies, made by calling every operation on a sample. */
export function examplesIn(words: PortalWords): Examples {
  const put = portalWords(words)
  const lines = readFileSync(EXAMPLES_FILE, 'utf8').split('\n').filter(Boolean)
  const read = lines.map((line) => JSON.parse(put(line)) as AnsweredCall | ExampleRefusal) // as tools/examples.ts writes them
  return {
    calls: new Map(read.flatMap((one) => ('path' in one ? [[one.path, one] as const] : []))),
    refusals: read.filter((one) => 'name' in one),
  }
}
