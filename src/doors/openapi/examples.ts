import { readFileSync } from 'node:fs'
import { oncePer } from '../../kit/base/once-per.ts'
import { programFile } from '../../kit/base/program.ts'
import { type PortalWords, portalWords } from '../../kit/base/words.ts'

/** A call that a sample catalogue answered, and the body of its 200, with long lists cut short. */
export interface AnsweredCall {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: object
}

/** A refusal in the form of its answer. */
export interface ExampleRefusal {
  /** The name among the examples of its status. */
  readonly name: string
  readonly body: { readonly status: number }
}

export interface Examples {
  readonly calls: ReadonlyMap<string, AnsweredCall>
  readonly refusals: readonly ExampleRefusal[]
}

/** The file that `npm run docs` writes: a line per call and refusal, with placeholders for a server's words. */
export const EXAMPLES_FILE = programFile('src/doors/openapi/examples.ndjson')

/** Returns the examples in the words of a server: real bodies, made by calling every operation on a sample. */
export const examplesIn = oncePer((words: PortalWords): Examples => {
  const put = portalWords(words)
  const lines = readFileSync(EXAMPLES_FILE, 'utf8').split('\n').filter(Boolean)
  const recorded = lines.map((line) => JSON.parse(put(line)) as AnsweredCall | ExampleRefusal) // as tools/examples.ts writes them
  return {
    calls: new Map(recorded.flatMap((one) => ('path' in one ? [[one.path, one] as const] : []))),
    refusals: recorded.filter((one) => 'name' in one),
  }
})
