import type { WordsNode } from '../../../catalog/ports/query.ts'
import { searchTexts, wordsOf } from '../../../model/search-text.ts'
import { QueryError } from '../language/query-error.ts'
import type { SearchTree } from '../language/tree.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Predicate } from './compile.ts'

/** A search for words in rows of Property: those that `/search` finds by `keywords`. */
export function compileSearch(tree: SearchTree, resource: Resource): Predicate {
  if (resource.name !== 'Property')
    throw new QueryError(
      '$search',
      tree.at,
      `${resource.name} is not searched for words: accepted is $filter with contains.`,
      true,
    )
  return (row) => holds(tree, textsOf(row).map(wordsOf))
}

/** The words and phrases that every match has, for searches; undefined where a match may lack some. */
export function demandedWords(tree: SearchTree | undefined): WordsNode | undefined {
  const terms = tree?.kind === 'and' ? tree.operands : tree === undefined ? [] : [tree]
  const words: string[] = []
  const phrases: (readonly string[])[] = []
  for (const term of terms) {
    if (term.kind !== 'word' && term.kind !== 'phrase') return undefined
    const parts = wordsOf(term.text)
    if (parts.length === 1) words.push(...parts)
    else if (parts.length > 1) phrases.push(parts)
  }
  return words.length + phrases.length === 0 ? undefined : { kind: 'words', words, phrases }
}

function textsOf(row: Row): readonly string[] {
  if (row.noun === 'home') return searchTexts(row.record)
  if (row.noun !== 'offer') return []
  const { title, description, street = '', district = '', city, province } = row.record
  return [title, description, street, district, city, province]
}

type Texts = readonly (readonly string[])[]

function holds(tree: SearchTree, texts: Texts): boolean {
  switch (tree.kind) {
    case 'word':
    case 'phrase': {
      const phrase = wordsOf(tree.text)
      return phrase.length > 0 && texts.some((words) => hasPhrase(words, phrase))
    }
    case 'and':
      return tree.operands.every((operand) => holds(operand, texts))
    case 'or':
      return tree.operands.some((operand) => holds(operand, texts))
    case 'not':
      return !holds(tree.operand, texts)
  }
}

function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((word, i) => words[at + i] === word))
}
