import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { lightingOf } from './light.ts'
import { nextSorting, type SortKey, sorted, sortingIn, sortingText } from './sorting.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean
  /** Returns the sort key. Columns without it cannot be sorted. */
  readonly by?: (row: Row) => SortKey
}

export interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Shows at most this many rows, from the top. */
  readonly most?: number
  readonly keyOf: (row: Row, at: number) => string | number
  /**
   * The sorting as `sortingText`, if the page's address stores it. If undefined, the table stores its sorting itself.
   */
  readonly sortedBy?: string | undefined
  readonly onSort?: ((text: string) => void) | undefined
  /** The key of the highlighted row. */
  readonly lit?: string | undefined
  readonly onLight?: (key: string | undefined) => void
}

/** A table. If it is wider than the page, it scrolls in its own frame, also by keyboard. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, most, keyOf, lit, onLight } = props
  const [own, setOwn] = useState('')
  const { sortedBy = own, onSort = setOwn } = props
  const sorting = useMemo(() => sortingIn(sortedBy, columns), [sortedBy, columns])
  const shown = useMemo(() => {
    const by = sorting && columns[sorting.column]?.by
    return (by === undefined ? rows : sorted(rows, by, sorting?.isDown ?? false)).slice(0, most)
  }, [rows, columns, sorting, most])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-frame sheet" tabIndex={0} aria-label={caption}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber = false, by }, at) => (
              <th
                key={title}
                scope="col"
                class={isNumber ? 'number' : ''}
                aria-sort={sorting?.column === at ? (sorting.isDown ? 'descending' : 'ascending') : undefined}
              >
                {by === undefined ? (
                  title
                ) : (
                  <button
                    type="button"
                    class="sort"
                    onClick={() => onSort(sortingText(nextSorting(sorting, at, isNumber), columns))}
                  >
                    {title}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <tr key={keyOf(row, at)} {...lightable(String(keyOf(row, at)), lit, onLight)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} class={isNumber ? 'number' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function lightable(key: string, lit: string | undefined, onLight: ((key: string | undefined) => void) | undefined) {
  if (onLight === undefined) return {}
  return lightingOf(key, key === lit, onLight)
}
