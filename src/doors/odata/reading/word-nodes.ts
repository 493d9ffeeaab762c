import { wordsOf } from '../../../model/search-text.ts'
import type { SearchTree } from '../language/tree.ts'
import { allOf, anyOf, NEVER, type Nodes, noneOf } from './nodes.ts'

/** The homes that a word search can find: on the market or sold. Even `NOT` finds only these homes. */
const LISTED: Nodes = [
  { kind: 'texts', column: 'Country', values: new Set(['US']) },
  {
    kind: 'any',
    alternatives: [
      [
        {
          kind: 'texts',
          column: 'StandardStatus',
          values: new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending']),
        },
      ],
      [
        { kind: 'texts', column: 'StandardStatus', values: new Set(['Closed']) },
        {
          kind: 'none',
          alternatives: [[{ kind: 'texts', column: 'PropertyType', values: new Set(['Residential Lease']) }]],
        },
      ],
    ],
  },
]

/** Translates `$search` to search conditions. */
export function searchNodes(tree: SearchTree): Nodes {
  const nodes = wordNodes(tree)
  return hasNot(tree) ? allOf([LISTED, nodes]) : nodes
}

function hasNot(tree: SearchTree): boolean {
  return tree.kind === 'not' || ('operands' in tree && tree.operands.some(hasNot))
}

function wordNodes(tree: SearchTree): Nodes {
  switch (tree.kind) {
    case 'word':
    case 'phrase': {
      const parts = wordsOf(tree.text)
      if (parts.length === 0) return NEVER
      return [
        parts.length === 1
          ? { kind: 'words', words: parts, phrases: [] }
          : { kind: 'words', words: [], phrases: [parts] },
      ]
    }
    case 'and':
      return allOf(tree.operands.map(wordNodes))
    case 'or':
      return anyOf(tree.operands.map(wordNodes))
    case 'not':
      return noneOf(wordNodes(tree.operand))
  }
}
