import { firstFrom } from '../../kit/algorithms/sorted.ts'

/** Maximum number of bins per input. Trees compare bin numbers instead of values, which is faster. */
export const MAX_BINS = 64

/** Number of rows in the sample that determines the bin edges. */
const SAMPLED_ROWS = 4000

/** A table of numbers, stored row by row. */
export interface Matrix {
  readonly rows: number
  readonly width: number
  readonly values: Float32Array
}

/** A matrix of bin numbers, stored input by input. Bin 0 contains unknown values. */
export interface BinnedMatrix {
  readonly rows: number
  readonly columns: readonly Uint8Array[]
  /** For each input: the values that separate its bins, ascending. Bin b ≥ 1 ends at edge b - 1. */
  readonly edges: readonly Float32Array[]
}

/** Divides the values of each input into bins of about equally many rows. */
export function binned(matrix: Matrix): BinnedMatrix {
  const { rows, width } = matrix
  const edges = Array.from({ length: width }, (_, input) => edgesOf(matrix, input))
  const columns = edges.map((of, input) => {
    const column = new Uint8Array(rows)
    for (let row = 0; row < rows; row++) column[row] = binOf(of, matrix.values[row * width + input] as number)
    return column
  })
  return { rows, columns, edges }
}

function edgesOf({ rows, width, values }: Matrix, input: number): Float32Array {
  const step = Math.max(1, rows / SAMPLED_ROWS)
  const present: number[] = []
  for (let at = 0; at < rows; at += step) {
    const value = values[Math.floor(at) * width + input] as number // in bounds
    if (!Number.isNaN(value)) present.push(value)
  }
  const sorted = Float32Array.from(present).sort()
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1])
  if (distinct.length < MAX_BINS) return distinct.subarray(0, Math.max(0, distinct.length - 1)).map(halfway(distinct))
  const cuts = Array.from({ length: MAX_BINS - 2 }, (_, i) =>
    Math.floor(((i + 1) * sorted.length) / (MAX_BINS - 1)),
  ).map((at) => sorted[at] as number)
  return Float32Array.from(new Set(cuts))
}

/** Puts the edge halfway between two values of the data, so that nearly equal values fall into the same bin. */
function halfway(distinct: Float32Array) {
  return (value: number, i: number) => value / 2 + (distinct[i + 1] as number) / 2
}

/** Returns the bin of a value: the number of edges below the value, plus 1. */
export function binOf(edges: Float32Array, value: number): number {
  return Number.isNaN(value) ? 0 : firstFrom(edges, value) + 1
}
