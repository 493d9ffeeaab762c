import { Rejection } from './finding.ts'

/** The id is that of another source's record, which an import must not overwrite. */
export function ofAnotherSource(what: string, id: string | number, source: string): Rejection {
  return new Rejection('id.taken', `${what} belongs to another source.`, `${id} belongs to source ${source}`)
}

/** Nobody can tell which of two rows is right. */
export function twiceUnlike(what: string, id: string): Rejection {
  return new Rejection('row.twice', `Another row has the same ${what} and says something else.`, id)
}
