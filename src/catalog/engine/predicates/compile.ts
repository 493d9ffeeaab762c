import { type Filter, IMPOSSIBLE } from '../filter.ts'
import type { Predicate } from '../predicate.ts'
import type { Scratch } from '../scratch.ts'
import type { Table } from '../table.ts'
import { filterAny } from './any.ts'
import { filterBox } from './box.ts'
import { filterCheck } from './check.ts'
import { filterCircle } from './circle.ts'
import { filterDays } from './days.ts'
import { filterFlags } from './flags.ts'
import { filterOneOf } from './one-of.ts'
import { filterPolygon } from './polygon.ts'
import { filterRange } from './range.ts'
import { filterList, filterRows } from './rows.ts'
import { filterWords } from './words.ts'

/** Compiles a predicate into filters, which must all pass. */
export function compile(predicate: Predicate, table: Table, scratch: Scratch): Filter[] {
  switch (predicate.kind) {
    case 'range':
      return [filterRange(predicate, table.column(predicate.column))]
    case 'oneOf':
      return [filterOneOf(predicate, table.columnOf('codes', predicate.column))]
    case 'flags':
      return [filterFlags(predicate, table.columnOf('flags', predicate.column))]
    case 'any':
      return [
        filterAny(
          predicate.of.map((branch) => compileAll(branch, table, scratch)),
          scratch,
          predicate.isNone,
        ),
      ]
    case 'list':
      return [filterList(predicate, table.lists(predicate.list), table.rows, scratch)]
    case 'rows':
      return [filterRows(predicate, table.rows)]
    case 'words':
      return filterWords(predicate, table.words(predicate.index), table.rows, scratch)
    case 'check':
      return [filterCheck(predicate)]
    case 'box':
      return [filterBox(predicate, table.places)]
    case 'polygon':
      return [filterPolygon(predicate, table.places)]
    case 'circle':
      return [filterCircle(predicate, table.places)]
    case 'days':
      return [filterDays(predicate, table.days(predicate.index))]
  }
}

/** Compiles predicates that must all hold. If one of them can never hold, returns only the filter IMPOSSIBLE. */
export function compileAll(predicates: readonly Predicate[], table: Table, scratch: Scratch): Filter[] {
  const filters: Filter[] = []
  for (const predicate of predicates) {
    for (const filter of compile(predicate, table, scratch)) {
      if (filter === IMPOSSIBLE) return [IMPOSSIBLE]
      filters.push(filter)
    }
  }
  return filters
}
