import type { Mapping } from './mapping.ts'

/** Returns the columns that a mapping reads. */
export function columnsOf({ key = [], zpid, where, deletedWhen, records, kept }: Mapping): string[] {
  const fields = records
    .flat()
    .flatMap(({ from, when = [] }) => [
      ...('constant' in from ? [] : from.columns),
      ...when.map(({ column }) => column),
    ])
  const single = [zpid, ...where, ...deletedWhen, ...kept].flatMap((use) => use?.column ?? [])
  return [...new Set([...key.flatMap(({ cells }) => cells.columns), ...single, ...fields])]
}

/** Returns the columns that a file may lack. `absent`: the columns that it lacks. */
export function optionalColumns(
  { key = [], where, deletedWhen, records }: Mapping,
  absent: readonly string[],
): ReadonlySet<string> {
  const uses = records.flat().flatMap(({ from }) => ('constant' in from ? [] : [from]))
  const others = key.map(({ cells }) => ({ ...cells, optional: false }))
  const isOptional = ({ optional, oneIsEnough, columns }: (typeof others)[number]) =>
    optional || (oneIsEnough && columns.some((column) => !absent.includes(column)))
  const whens = records.flat().flatMap(({ when = [] }) => when)
  const conditions = [...where, ...deletedWhen, ...whens].flatMap(({ column, optional }) => (optional ? [column] : []))
  return new Set([...[...uses, ...others].filter(isOptional).flatMap(({ columns }) => columns), ...conditions])
}
