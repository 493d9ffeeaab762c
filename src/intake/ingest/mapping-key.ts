import { DIGITS_LOST, Unreadable } from './conversions.ts'
import { CELLS_KEYS, type CellsUse, readCells, readRefinement } from './mapping-cells.ts'
import type { MappingNode } from './mapping-node.ts'
import { digitsOf } from './numbers.ts'

export interface KeyPart {
  readonly cells: CellsUse
  /** Whether an empty part rejects the row, even if other parts are not empty. */
  readonly required: boolean
  /** Reads a trimmed text. Returns an empty text for "no value". */
  read(text: string): string | Unreadable
}

/** Reads `key: id`, `key: { column: id, pad: 10 }`, or a list of several of these. */
export function readKey(node: MappingNode): readonly KeyPart[] {
  const parts = node.elements().map(readPart)
  return parts.length > 0 ? parts : node.fail('key needs at least one column.')
}

function readPart(node: MappingNode): KeyPart {
  const parts = node.isMap ? node.keyed('key', [...CELLS_KEYS, 'pad', 'required']) : { column: node }
  const cells = readCells('key', node, parts)
  const refine = readRefinement('key', parts)
  const pad = parts.pad ? readPad(parts.pad, 'key') : 0
  return {
    cells,
    required: parts.required?.boolean('required of key') ?? false,
    read: (text) => {
      const refined = text === '' || cells.empty.has(text) || !refine ? text : refine(text)
      if (refined instanceof Unreadable) return refined
      return refined === '' || cells.empty.has(refined) ? '' : (digitsOf(refined)?.padStart(pad, '0') ?? DIGITS_LOST)
    },
  }
}

/** Joins key parts with `|`. Escapes `|` and `\` in the parts, so that different keys stay different. */
export function keyOf(parts: readonly string[]): string {
  const [only = ''] = parts
  return parts.length === 1 ? only : parts.map((part) => part.replaceAll(/[\\|]/g, '\\$&')).join('|')
}

const PAD_MAX = 100

export function readPad(node: MappingNode, name: string): number {
  const pad = node.number(`"pad" of ${name}`)
  return Number.isInteger(pad) && pad >= 1 && pad <= PAD_MAX
    ? pad
    : node.fail(`"pad" of ${name} must be a whole number from 1 to ${PAD_MAX}; the mapping says ${pad}.`)
}
