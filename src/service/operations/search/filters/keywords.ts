import type { QueryNode } from '../../../../catalog/ports/query.ts'
import { optional, Refusal, type Shape, text, unlogged } from '../../../../kit/params/index.ts'
import { wordsOf } from '../../../../model/search-text.ts'
import { agentText } from '../../agent-words.ts'
import { each, filter } from './family.ts'

const QUOTED = /"([^"]*)"/g

/** Words and quoted phrases to look for. `text` is the text as sent. */
interface Keywords {
  readonly text: string
  readonly words: readonly string[]
  readonly phrases: readonly (readonly string[])[]
}

const anyText = text(200, 'granite')

/** Words outside quotes may occur anywhere. Words inside quotes must occur in sequence. */
const keywordsShape: Shape<Keywords> = {
  schema: anyText.schema,
  example: anyText.example,
  joint: ' ',
  parse: (given) => {
    const read = anyText.parse(given)
    if (read instanceof Refusal) return read
    const quoted = [...read.matchAll(QUOTED)].map((match) => wordsOf(match[1] ?? ''))
    const words = new Set([...wordsOf(read.replace(QUOTED, ' ')), ...quoted.flat()])
    return { text: read, words: [...words], phrases: quoted.filter((phrase) => phrase.length > 1) }
  },
  format: (value) => value.text,
  asksNothing: ({ words }) => words.length === 0,
}

/** Returns undefined for a text without letters or digits, which sets no condition. */
function wordsNode({ words, phrases }: Keywords): QueryNode | undefined {
  return words.length === 0 ? undefined : { kind: 'words', words, phrases }
}

export const keywords = each('What it has', {
  keywords: filter(
    unlogged(
      optional(
        keywordsShape,
        'Words that must all occur in the description, what the owner loves, features, address or MLS number; "quoted words" must occur in sequence.',
      ),
    ),
    wordsNode,
    { agent: agentText('keywords', 'text has #', 'Words that must all occur in the text of the listing.', 200) },
  ),
})
