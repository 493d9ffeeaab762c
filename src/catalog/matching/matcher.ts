import type { ClassOf, RecordOf, SearchedNoun } from '../../model/searched.ts'
import { type NounDescription, SEARCHED } from '../facts/searched.ts'
import type { Condition, Selection } from '../ports/query.ts'
import { holds } from './holds.ts'
import { Names } from './names.ts'
import { CLASS, programOf } from './program.ts'
import { RecordView } from './record-view.ts'

/** Returns a function that decides whether a record matches the selection, exactly as searches decide. */
export function matcherOf<N extends SearchedNoun>(noun: N, selection: Selection<N>): (record: RecordOf<N>) => boolean {
  const described: NounDescription<N> = SEARCHED[noun]
  const names = new Names()
  const program = Float64Array.from(programOf(described, selection, names))
  return (record) => holds(program, 0, new RecordView(described, record, names))
}

/**
 * Returns a function that decides whether a record matches conditions. Without a class, records of all classes match,
 * including records that no search finds.
 */
export function conditionsOf<N extends SearchedNoun>(
  noun: N,
  where: readonly Condition<N>[],
): (record: RecordOf<N>, listingClass: ClassOf<N> | undefined) => boolean {
  const described: NounDescription<N> = SEARCHED[noun]
  const names = new Names()
  const anyClass = described.classes[0] as ClassOf<N> // every noun has a class
  const program = Float64Array.from(programOf(described, { listingClass: anyClass, where }, names))
  return (record, listingClass) => {
    const view = new RecordView(described, record, names)
    program[CLASS] = listingClass === undefined ? view.listingClass : described.classes.indexOf(listingClass)
    return holds(program, 0, view)
  }
}
