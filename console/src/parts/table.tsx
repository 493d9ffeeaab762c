import type { ComponentChildren } from 'preact'
import { lightingOf } from './light.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Numbers stand at the right, one below the other. */
  readonly isNumber?: boolean
}

interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, at: number) => string | number
  /** The row that is pointed at, here or elsewhere, by its key. */
  readonly lit?: string | undefined
  readonly onLight?: (key: string | undefined) => void
}

/** Wider than the page, it scrolls in its own frame, also by keyboard. */
export function Table<Row>({ caption, columns, rows, keyOf, lit, onLight }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-frame sheet" tabIndex={0} aria-label={caption}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
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
