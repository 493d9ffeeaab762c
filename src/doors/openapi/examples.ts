import { readFileSync } from 'node:fs'
import { oncePer } from '../../kit/base/once-per.ts'
import { programFile } from '../../kit/base/program.ts'
import { type PortalWords, portalWords } from '../../kit/base/words.ts'

/** A call to a sample catalog, and the body of its 200, with shortened lists. */
export interface AnsweredCall {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: object
}

/** The body of a refusal. */
export interface ExampleRefusal {
  /** The name among the examples of its status. */
  readonly name: string
  readonly body: { readonly status: number }
}

export interface Examples {
  readonly calls: ReadonlyMap<string, AnsweredCall>
  readonly refusals: readonly ExampleRefusal[]
}

/** The file that `npm run docs` writes: one line per call or refusal, with placeholders for the portal's words. */
export const EXAMPLES_FILE = programFile('src/doors/openapi/examples.ndjson')

/** Returns the examples with the portal's words: real answers of all operations from a sample. */
export const examplesIn = oncePer((words: PortalWords): Examples => {
  const put = portalWords(words)
  const lines = readFileSync(EXAMPLES_FILE, 'utf8').split('\n').filter(Boolean)
  const recorded = lines.map((line) => JSON.parse(put(line)) as AnsweredCall | ExampleRefusal) // written by tools/examples.ts
  return {
    calls: new Map(recorded.flatMap((one) => ('path' in one ? [[one.path, one] as const] : []))),
    refusals: recorded.filter((one) => 'name' in one),
  }
})
