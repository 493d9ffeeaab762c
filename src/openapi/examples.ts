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

const read = new WeakMap<PortalWords, Examples>()

/** The examples of the documents in the words of a server: real bodies, made by calling every operation on a sample. */
export function examplesIn(words: PortalWords): Examples {
  const known = read.get(words)
  if (known !== undefined) return known
  const put = portalWords(words)
  const lines = readFileSync(EXAMPLES_FILE, 'utf8').split('\n').filter(Boolean)
  const told = lines.map((line) => JSON.parse(put(line)) as AnsweredCall | ExampleRefusal) // as tools/examples.ts writes them
  const examples = {
    calls: new Map(told.flatMap((one) => ('path' in one ? [[one.path, one] as const] : []))),
    refusals: told.filter((one) => 'name' in one),
  }
  read.set(words, examples)
  return examples
}
