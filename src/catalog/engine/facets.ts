import { type Column, storageOf } from './column.ts'

export interface KeyCount {
  /** A value of the column; undefined for rows without a value. */
  readonly key: number | undefined
  readonly count: number
}

/** Counts `rows[0]` … `rows[count - 1]` by the value of a column. Values ascend; rows without a value come last. */
export function countValues(rows: Uint32Array, count: number, column: Column): KeyCount[] {
  const { missing } = storageOf(column.kind)
  const counts = isDense(column) ? countDense(rows, count, column) : countSparse(rows, count, column)
  return counts
    .sort(([a], [b]) => a - b)
    .map(([value, rowsOfValue]) => ({ key: value === missing ? undefined : value, count: rowsOfValue }))
}

/** Adds up the counts of several tables, in the same order as in `countValues`. */
export function sumCounts(counts: readonly (readonly KeyCount[])[]): KeyCount[] {
  const [only] = counts
  if (only !== undefined && counts.length === 1) return [...only]
  const sums = new Map<number | undefined, number>()
  for (const { key, count } of counts.flat()) sums.set(key, (sums.get(key) ?? 0) + count)
  const last = Number.POSITIVE_INFINITY
  return Array.from(sums, ([key, count]) => ({ key, count })).sort((a, b) => {
    return a.key === b.key ? 0 : (a.key ?? last) - (b.key ?? last)
  })
}

function isDense({ kind, values }: Column): boolean {
  return (kind === 'codes' || kind === 'u8' || kind === 'u16') && values.length > 0
}

function countDense(rows: Uint32Array, count: number, { kind, values }: Column): [value: number, count: number][] {
  const counts = new Uint32Array(storageOf(kind).missing + 1)
  for (let i = 0; i < count; i++) {
    const value = values[rows[i] as number] as number
    counts[value] = (counts[value] as number) + 1
  }
  const pairs: [number, number][] = []
  counts.forEach((rowsOfValue, value) => {
    if (rowsOfValue > 0) pairs.push([value, rowsOfValue])
  })
  return pairs
}

function countSparse(rows: Uint32Array, count: number, { values }: Column): [value: number, count: number][] {
  const counts = new Map<number, number>()
  for (let i = 0; i < count; i++) {
    const value = values[rows[i] as number] as number
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
}
