import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { type NounDescription, SEARCHED } from '../facts/searched.ts'
import type { Selection } from '../ports/query.ts'
import { holds } from './holds.ts'
import { Names } from './names.ts'
import { programOf } from './program.ts'
import { RecordView } from './record-view.ts'

/** Returns a function that decides whether a record matches the selection, exactly as searches decide. */
export function matcherOf<N extends SearchedNoun>(noun: N, selection: Selection<N>): (record: RecordOf<N>) => boolean {
  const described: NounDescription<N> = SEARCHED[noun]
  const names = new Names()
  const program = Float64Array.from(programOf(described, selection, names))
  return (record) => holds(program, 0, new RecordView(described, record, names))
}
