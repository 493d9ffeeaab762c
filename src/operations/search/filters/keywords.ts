import type { QueryNode } from '../../../catalog/query.ts'
import { wordsOf } from '../../../model/search-text.ts'
import { optional, text } from '../../../params/index.ts'
import { family, when } from './family.ts'

const QUOTED = /"([^"]*)"/g

/** Words outside quotes each count for themselves, those within stand in this order; nothing but blanks asks for nothing. */
export function keywordsNode(asked: string): QueryNode | undefined {
  const phrases = [...asked.matchAll(QUOTED)].map((match) => wordsOf(match[1] ?? ''))
  const words = new Set(wordsOf(asked.replace(QUOTED, ' ')))
  for (const phrase of phrases) for (const word of phrase) words.add(word)
  const long = phrases.filter((phrase) => phrase.length > 1)
  return words.size === 0 ? undefined : { kind: 'words', words: [...words], phrases: long }
}

export const keywords = family({
  parameters: {
    keywords: optional(
      text(200, 'granite'),
      'Words that occur in description, features, address or MLS number, each of them; "quoted words" as they stand.',
    ),
  },
  conditions: (args) => when('keywords', keywordsNode(args.keywords ?? '')),
})
