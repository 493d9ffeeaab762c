/** A value that rows are sorted by; undefined and null are unknown. */
export type SortKey = string | number | null | undefined

/** A column by its place in the table. */
export interface Sorting {
  readonly column: number
  readonly isDown: boolean
}

const TEXTS = new Intl.Collator('en-US', { numeric: true })

/** Returns the rows in order of their keys, unknown ones last both ways; equal ones stay as they were. */
export function sorted<Row>(rows: readonly Row[], keyOf: (row: Row) => SortKey, isDown: boolean): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) ?? undefined }))
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined)
    return compared(a.key, b.key) * (isDown ? -1 : 1)
  })
  return keyed.map(({ row }) => row)
}

function compared(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : TEXTS.compare(String(a), String(b))
}

/** Returns a sorting as an address has it: the title of its column, with a minus where it goes down. */
export function sortingText(sorting: Sorting | undefined, columns: readonly { readonly title: string }[]): string {
  return sorting === undefined ? '' : `${sorting.isDown ? '-' : ''}${columns[sorting.column]?.title}`
}

export function sortingIn(text: string, columns: readonly { readonly title: string }[]): Sorting | undefined {
  const column = columns.findIndex(({ title }) => title === text.replace(/^-/, ''))
  return column === -1 ? undefined : { column, isDown: text.startsWith('-') }
}

/** Numbers begin with the highest and texts with the first; the third step is the order in which the rows came. */
export function nextSorting(last: Sorting | undefined, column: number, isNumber: boolean): Sorting | undefined {
  if (last?.column !== column) return { column, isDown: isNumber }
  return last.isDown === isNumber ? { column, isDown: !isNumber } : undefined
}
