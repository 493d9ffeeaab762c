import type { SearchedNoun } from '../../model/searched.ts'
import { columnOf, type NounDescription } from '../facts/searched.ts'
import { type QueryNode, ringsOf, type Selection } from '../ports/query.ts'
import { anchorsOf } from './anchors.ts'
import { keyName, type Names, placeName, tagName } from './names.ts'

/**
 * A compiled search ("program") is an array of numbers, which `holds` executes:
 * - the head: total length, class, and where the next two lists end
 * - the numbers of the names under which the search is listed
 * - the numbers of the names that its steps use
 * - the steps: each has a number that combines kind, column and length (see `step`), then operands
 */
export const HEAD = 4
export const CLASS = 1
export const ANCHORS_END = 2
export const NAMES_END = 3

/** The kinds of steps. */
export const RANGE = 0
export const CODES = 1
export const FLAGS = 2
export const SUM = 3
export const DAYS = 4
export const NAMED = 5
export const BOX = 6
export const CIRCLE = 7
export const POLYGON = 8
export const WORDS = 9
export const PHRASE = 10
export const ANY = 11
export const NONE = 12

/** How the first number of a step combines kind, column and length. */
export const KIND_BITS = 15
export const OR_MISSING_BIT = 1 << 4
export const COLUMN_SHIFT = 5
export const COLUMN_BITS = 63
export const LENGTH_SHIFT = 11
const MAX_LENGTH = 2 ** (31 - LENGTH_SHIFT) - 1

/** The order in which conditions are tested. Cheap conditions that often fail come first. */
const ORDER: Readonly<Record<AnyNode['kind'], number>> = {
  oneOf: 0,
  range: 0,
  flags: 1,
  sum: 1,
  place: 2,
  homes: 2,
  tags: 2,
  box: 3,
  circle: 3,
  days: 3,
  any: 4,
  none: 4,
  polygon: 5,
  words: 6,
}

type AnyNode = QueryNode<SearchedNoun>

/** Compiles a search. Its names stay in use until `releaseNames`. */
export function programOf<N extends SearchedNoun>(
  noun: NounDescription<N>,
  { listingClass, where }: Selection<N>,
  names: Names,
): number[] {
  const nodes: readonly AnyNode[] = where.map(({ node }) => node)
  const anchors = [...new Set(anchorsOf(nodes, noun.everywhere).names)].map((name) => names.take(name))
  const encoder = new Encoder(noun, names, HEAD + anchors.length)
  const steps = encoder.steps(nodes)
  const namesEnd = HEAD + anchors.length + encoder.names.length
  const head = [namesEnd + steps.length, noun.classes.indexOf(listingClass), HEAD + anchors.length, namesEnd]
  return [...head, ...anchors, ...encoder.names, ...steps]
}

/** Releases all names of the compiled search that starts at `start`. */
export function releaseNames(words: Float64Array, start: number, names: Names): void {
  const end = start + (words[start + NAMES_END] as number)
  for (let at = start + HEAD; at < end; at++) names.release(words[at] as number)
}

/** Turns conditions into steps, and collects the names that the steps use. */
class Encoder<N extends SearchedNoun> {
  readonly names: number[] = []
  readonly #noun: NounDescription<N>
  readonly #numbers: Names
  readonly #start: number
  readonly #columns: readonly string[]

  /** @param start Position of the collected names in the compiled search. */
  constructor(noun: NounDescription<N>, numbers: Names, start: number) {
    this.#noun = noun
    this.#numbers = numbers
    this.#start = start
    this.#columns = Object.keys(noun.columns)
  }

  steps(nodes: readonly AnyNode[]): number[] {
    return nodes.toSorted((one, other) => ORDER[one.kind] - ORDER[other.kind]).flatMap((node) => this.#stepsOf(node))
  }

  #stepsOf(node: AnyNode): number[] {
    switch (node.kind) {
      case 'range':
        return step(RANGE, [node.min, node.max], this.#column(node.column), node.orMissing)
      case 'oneOf':
        return step(CODES, [this.#codes(node.column, node.values)], this.#column(node.column))
      case 'flags':
        return step(FLAGS, [this.#flags(node.all), this.#flags(node.some), this.#flags(node.none)])
      case 'sum':
        return step(SUM, [
          node.min,
          node.max,
          ...node.terms.flatMap(({ column, weight }) => [this.#column(column), weight]),
        ])
      case 'days':
        return step(DAYS, [node.from, node.to, node.least])
      case 'place':
        if (this.#noun.everywhere !== undefined && node.regions.includes(this.#noun.everywhere)) return []
        return step(NAMED, this.#gather(node.regions.map(placeName)))
      case 'homes':
        return step(NAMED, this.#gather(node.zpids.map(keyName)))
      case 'tags':
        return step(NAMED, this.#gather(node.tags.map(tagName)))
      case 'box':
        return step(BOX, [node.west, node.south, node.east, node.north])
      case 'circle':
        return step(CIRCLE, [node.longitude, node.latitude, node.radiusM])
      case 'polygon':
        return step(
          POLYGON,
          ringsOf(node).flatMap((ring) => [ring.length, ...ring]),
        )
      case 'words': {
        const phrases = node.phrases.flatMap((phrase) => step(PHRASE, this.#gather(phrase)))
        return node.words.length === 0 ? phrases : [...step(WORDS, this.#gather(node.words)), ...phrases]
      }
      case 'any':
      case 'none': {
        const alternatives = node.alternatives.map((nodes) => this.steps(nodes))
        return step(
          node.kind === 'any' ? ANY : NONE,
          alternatives.flatMap((steps) => [steps.length, ...steps]),
        )
      }
    }
  }

  /** Adds names to the compiled search. Returns the positions at which they start and end. */
  #gather(names: readonly string[]): readonly [start: number, end: number] {
    const start = this.#start + this.names.length
    for (const name of names) this.names.push(this.#numbers.take(name))
    return [start, start + names.length]
  }

  #column(name: string): number {
    return this.#columns.indexOf(name)
  }

  #codes(column: string, values: readonly string[]): number {
    const all = columnOf(this.#noun, column)?.values ?? []
    return values.reduce((codes, value) => codes | (1 << all.indexOf(value)), 0)
  }

  #flags(names: readonly string[]): number {
    const all: readonly string[] = this.#noun.flags
    return names.reduce((bits, name) => bits | (1 << all.indexOf(name)), 0)
  }
}

/** Encodes a step. Throws a RangeError if it is too long, for example a polygon of half a million corners. */
function step(kind: number, needs: readonly number[], column = 0, orMissing = false): number[] {
  const length = needs.length + 1
  if (length > MAX_LENGTH)
    throw new RangeError(`The condition must have at most ${MAX_LENGTH} numbers, and has ${length}.`)
  return [(length << LENGTH_SHIFT) | (column << COLUMN_SHIFT) | (orMissing ? OR_MISSING_BIT : 0) | kind, ...needs]
}
