/** A value to sort rows by; undefined and null mean unknown. */
export type SortKey = string | number | null | undefined

/** The sorted column, by its index in the table, and the direction. */
export interface Sorting {
  readonly column: number
  readonly isDown: boolean
}

const TEXTS = new Intl.Collator('en-US', { numeric: true })

/** Sorts rows by their keys. Unknown keys come last in both directions; equal rows keep their order. */
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

/** Returns a sorting as text for the page's address: the column's title, after a minus if descending. */
export function sortingText(sorting: Sorting | undefined, columns: readonly { readonly title: string }[]): string {
  return sorting === undefined ? '' : `${sorting.isDown ? '-' : ''}${columns[sorting.column]?.title}`
}

export function sortingIn(text: string, columns: readonly { readonly title: string }[]): Sorting | undefined {
  const column = columns.findIndex(({ title }) => title === text.replace(/^-/, ''))
  return column === -1 ? undefined : { column, isDown: text.startsWith('-') }
}

/**
 * Returns the sorting after a click on a column. Numbers start descending, texts ascending. The third click restores
 * the original order.
 */
export function nextSorting(last: Sorting | undefined, column: number, isNumber: boolean): Sorting | undefined {
  if (last?.column !== column) return { column, isDown: isNumber }
  return last.isDown === isNumber ? { column, isDown: !isNumber } : undefined
}
