import type { SearchedNoun } from '../../model/searched.ts'
import { boxOf } from '../facts/shape-box.ts'
import type { BoxNode, CircleNode, PolygonNode, QueryNode } from '../ports/query.ts'
import { cellsOf } from './cells.ts'
import { ANYWHERE, keyName, placeName, tagName } from './names.ts'

/** Names of places, map cells, words, tags or records. Every record that matches a search has at least one of them. */
interface Anchors {
  readonly names: readonly string[]
  /** Estimated share of all records that have at least one of the names. */
  readonly share: number
}

const NO_ANCHOR: Anchors = { names: [ANYWHERE], share: 1 }

/**
 * Estimated share of all records that are in a place, by the type of the place. For other types: half of all records.
 */
const PLACE_SHARES: Readonly<Record<string, number>> = {
  state: 0.05,
  province: 0.05,
  metro: 0.02,
  county: 0.01,
  city: 0.003,
  district: 0.001,
  neighborhood: 0.001,
  zipcode: 0.001,
}
const TAG_SHARE = 0.2
const WORD_SHARE = 0.04
const RECORD_SHARE = 1e-7
/** A box wider than this, in degrees, may contain all records and so excludes nothing. */
const WIDE_DEGREES = 30

/** Returns the names for the condition that the fewest records satisfy. If there are no names, nothing can match. */
export function anchorsOf(nodes: readonly QueryNode<SearchedNoun>[], everywhere: string | undefined): Anchors {
  return nodes
    .map((node) => anchorsOfNode(node, everywhere))
    .reduce((best, each) => (each.share < best.share ? each : best), NO_ANCHOR)
}

function anchorsOfNode(node: QueryNode<SearchedNoun>, everywhere: string | undefined): Anchors {
  switch (node.kind) {
    case 'place':
      if (everywhere !== undefined && node.regions.includes(everywhere)) return NO_ANCHOR
      return together(node.regions.map((key) => ({ names: [placeName(key)], share: shareOfPlace(key) })))
    case 'homes':
      return { names: node.zpids.map(keyName), share: node.zpids.length * RECORD_SHARE }
    case 'tags':
      return together(node.tags.map((tag) => ({ names: [tagName(tag)], share: TAG_SHARE })))
    case 'words':
      return anchorsOfWords([...node.words, ...node.phrases.flat()])
    case 'box':
    case 'polygon':
    case 'circle':
      return anchorsOfShape(node)
    case 'any':
      return together(node.alternatives.map((nodes) => anchorsOf(nodes, everywhere)))
    default:
      return NO_ANCHOR
  }
}

function together(anchors: readonly Anchors[]): Anchors {
  return { names: anchors.flatMap(({ names }) => names), share: anchors.reduce((sum, { share }) => sum + share, 0) }
}

function shareOfPlace(key: string): number {
  return PLACE_SHARES[key.slice(0, key.indexOf('/'))] ?? 1 / 2
}

/** Returns only the longest word, which is usually the rarest. A matching record contains all words. */
function anchorsOfWords(words: readonly string[]): Anchors {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  return longest === '' ? NO_ANCHOR : { names: [longest], share: WORD_SHARE }
}

function anchorsOfShape(shape: BoxNode | PolygonNode | CircleNode): Anchors {
  const box = boxOf(shape)
  const names = cellsOf(box)
  if (box === undefined || box.west > box.east) return { names, share: 1 }
  return { names, share: Math.min(1, (Math.max(box.east - box.west, box.north - box.south) / WIDE_DEGREES) ** 2) }
}
