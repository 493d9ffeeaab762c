import type { QueryNode } from '../../../catalog/query.ts'
import { wordsOf } from '../../../model/search-text.ts'
import { optional, Refusal, type Shape, text } from '../../../params/index.ts'
import { each, filter } from './family.ts'

const QUOTED = /"([^"]*)"/g

/** The words asked for, and the phrases of several words among them; `text` is shown again as it was written. */
interface Keywords {
  readonly text: string
  readonly words: readonly string[]
  readonly phrases: readonly (readonly string[])[]
}

const anyText = text(200, 'granite')

/** Words outside quotes may occur anywhere, those within quotes in their order. */
const keywordsShape: Shape<Keywords> = {
  schema: anyText.schema,
  example: anyText.example,
  parse: (given) => {
    const asked = anyText.parse(given)
    if (asked instanceof Refusal) return asked
    const quoted = [...asked.matchAll(QUOTED)].map((match) => wordsOf(match[1] ?? ''))
    const words = new Set([...wordsOf(asked.replace(QUOTED, ' ')), ...quoted.flat()])
    return { text: asked, words: [...words], phrases: quoted.filter((phrase) => phrase.length > 1) }
  },
  written: (asked) => asked.text,
  asksNothing: ({ words }) => words.length === 0,
}

/** Marks and blanks alone ask for nothing. */
function wordsNode({ words, phrases }: Keywords): QueryNode | undefined {
  return words.length === 0 ? undefined : { kind: 'words', words, phrases }
}

export const keywords = each({
  keywords: filter(
    optional(
      keywordsShape,
      'Words that occur in description, features, address or MLS number, each of them; "quoted words" as they stand.',
    ),
    wordsNode,
  ),
})
