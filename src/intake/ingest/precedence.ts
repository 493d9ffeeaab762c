import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import { quote } from '../../kit/base/sentence.ts'
import { HomeRecords } from './home-records.ts'
import type { MappingNode } from './mapping-node.ts'

/** Reads a number for the mapping's own source, or a list of sources, highest precedence first. */
export function readPrecedence(node: MappingNode, source: string): ReadonlyMap<string, number> {
  if (!node.isList) {
    const precedence = node.number('precedence')
    if (Number.isSafeInteger(precedence)) return new Map([[source, precedence]])
    return node.fail(
      `precedence must be a whole number, or a list of sources with the highest first; the mapping says ${precedence}.`,
    )
  }
  const names = node.elements().map((element) => element.text('A source of precedence'))
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined)
    return node.fail(`precedence names ${quote(twice)} twice: each source has one place in the order.`)
  if (!names.includes(source)) {
    return node.fail(
      `precedence does not name ${quote(source)}, the source of this mapping: give it a place in the order.`,
    )
  }
  return new Map(names.map((name, i) => [name, names.length - i]))
}

/** Sets precedences and merges the affected homes again. Returns whether anything changed. */
export function precede(writer: CatalogWriter, precedences: ReadonlyMap<string, number>): boolean {
  const changed = [...precedences].filter(([source, precedence]) => writer.sourceHomes.precede(source, precedence))
  if (changed.length === 0) return false
  const homes = new HomeRecords(writer)
  homes.mergeAgain(new Set(changed.map(([source]) => source)))
  homes.flush()
  return true
}
