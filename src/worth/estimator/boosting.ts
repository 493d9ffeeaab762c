import { Random } from '../../kit/algorithms/random.ts'
import { binned, type Matrix } from './bins.ts'
import { type Forest, forestOf } from './forest.ts'
import { Grower, type Growth, leafOf, type Tree } from './tree.ts'

/** How to grow trees and add them up. */
export interface Boosting extends Growth {
  readonly trees: number
  /** Each tree's result is multiplied by this. */
  readonly shrinkage: number
  /** Share of the rows on which a tree is grown. */
  readonly rowShare: number
  /** Larger errors count linearly instead of squared, so that a single extreme price has little influence. */
  readonly huber: number
}

/** Grows trees. Each tree learns what the earlier trees do not explain. The same rows and seed give the same forest. */
export function boost(matrix: Matrix, targets: Float64Array, options: Boosting, seed: number): Forest {
  const base = middleOf(targets)
  const predicted = new Float64Array(matrix.rows).fill(base)
  const gradients = new Float32Array(matrix.rows)
  const bins = binned(matrix)
  const grower = new Grower(bins, options)
  const random = new Random(seed, 'trees')
  const trees: Tree[] = []
  for (let nth = 0; nth < options.trees; nth++) {
    for (let row = 0; row < matrix.rows; row++) {
      const error = (targets[row] as number) - (predicted[row] as number)
      gradients[row] = Math.max(-options.huber, Math.min(options.huber, error))
    }
    const { seen, unseen } = someRows(matrix.rows, options.rowShare, random)
    const { tree: grown, leaves } = grower.grow(seen, gradients, random)
    const tree = { ...grown, values: grown.values.map((value) => value * options.shrinkage) }
    for (const { node, start, end } of leaves) addTo(predicted, seen.subarray(start, end), tree.values[node] as number)
    for (const row of unseen) {
      const node = leafOf(tree, matrix.values, row * matrix.width)
      predicted[row] = (predicted[row] as number) + (tree.values[node] as number)
    }
    trees.push(tree)
  }
  return forestOf(base, trees)
}

function addTo(estimates: Float64Array, rows: Uint32Array, value: number): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    estimates[row] = (estimates[row] as number) + value
  }
}

/** Divides the rows at random: a tree is grown on the rows in `seen`, and not on the rows in `unseen`. */
function someRows(rows: number, share: number, random: Random) {
  const [seen, unseen] = [new Uint32Array(rows), new Uint32Array(rows)]
  let count = 0
  for (let row = 0; row < rows; row++) {
    if (random.unit() < share) seen[count++] = row
    else unseen[row - count] = row
  }
  return { seen: seen.subarray(0, count), unseen: unseen.subarray(0, rows - count) }
}

/** The median of the targets; 0 if there are none. */
function middleOf(targets: Float64Array): number {
  return targets.toSorted()[targets.length >>> 1] ?? 0
}
