import { readFileSync } from 'node:fs'
import { oncePer } from '../../kit/base/once-per.ts'
import { programFile } from '../../kit/base/program.ts'
import { type PortalWords, portalWords } from '../../kit/base/words.ts'

/** An example: a call on a sample catalog, and the body of its 200 with shortened lists. */
export interface AnsweredCall {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: object
}

export interface ExampleRefusal {
  /** The name of the example. It is unique among refusals with the same status. */
  readonly name: string
  readonly body: { readonly status: number }
}

export interface Examples {
  readonly calls: ReadonlyMap<string, AnsweredCall>
  readonly refusals: readonly ExampleRefusal[]
}

/**
 * The file that `npm run docs` writes. Each line is an example of a call or refusal, with placeholders for the portal's
 * name.
 */
export const EXAMPLES_FILE = programFile('src/doors/openapi/examples.ndjson')

/** Returns the examples with the portal's name. The answers of operations are real answers from a sample. */
export const examplesIn = oncePer((words: PortalWords): Examples => {
  const put = portalWords(words)
  const lines = readFileSync(EXAMPLES_FILE, 'utf8').split('\n').filter(Boolean)
  const recorded = lines.map((line) => JSON.parse(put(line)) as AnsweredCall | ExampleRefusal) // tools/examples.ts wrote these lines
  return {
    calls: new Map(recorded.flatMap((one) => ('path' in one ? [[one.path, one] as const] : []))),
    refusals: recorded.filter((one) => 'name' in one),
  }
})
