import { parseOptions } from '../../src/doors/odata/language/options-parser.ts'
import type {
  ExpandItem,
  Expression,
  OrderItem,
  Path,
  QueryOptions,
  SearchTree,
} from '../../src/doors/odata/language/tree.ts'

/** Parses a single option. */
function parseOne<K extends keyof QueryOptions>(name: K, text: string): NonNullable<QueryOptions[K]> {
  return parseOptions([[`$${name}`, text]])[name] as NonNullable<QueryOptions[K]> // only this option was given
}

export function parseFilter(text: string): Expression {
  return parseOne('filter', text)
}

export function parseSelect(text: string): readonly Path[] {
  return parseOne('select', text)
}

export function parseOrderBy(text: string): readonly OrderItem[] {
  return parseOne('orderby', text)
}

export function parseExpand(text: string): readonly ExpandItem[] {
  return parseOne('expand', text)
}

export function parseSearch(text: string): SearchTree {
  return parseOne('search', text)
}
