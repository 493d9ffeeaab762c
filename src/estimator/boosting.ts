import { Random } from '../base/random.ts'
import { binned, type Matrix } from './bins.ts'
import { type Forest, forestOf } from './forest.ts'
import { Grower, type Growth, leafOf, type Tree } from './tree.ts'

/** How trees are added up. */
export interface Boosting extends Growth {
  readonly trees: number
  /** Share of what a tree learnt that is added. */
  readonly shrinkage: number
  /** Share of the rows that a tree sees. */
  readonly rowShare: number
  /** Errors up to here count squared, larger ones in proportion: one wild price does not bend the trees. */
  readonly huber: number
}

/** Trees, each grown on what those before it leave unexplained. The same rows and seed make the same forest. */
export function boost(matrix: Matrix, targets: Float64Array, options: Boosting, seed: number): Forest {
  const base = middleOf(targets)
  const told = new Float64Array(matrix.rows).fill(base)
  const gradients = new Float32Array(matrix.rows)
  const bins = binned(matrix)
  const grower = new Grower(bins, options)
  const random = new Random(seed, 'trees')
  const trees: Tree[] = []
  for (let nth = 0; nth < options.trees; nth++) {
    for (let row = 0; row < matrix.rows; row++) {
      const error = (targets[row] as number) - (told[row] as number)
      gradients[row] = Math.max(-options.huber, Math.min(options.huber, error))
    }
    const tree = shrunk(grower.grow(someRows(matrix.rows, options.rowShare, random), gradients, random), options)
    for (let row = 0; row < matrix.rows; row++) {
      const values = matrix.values.subarray(row * matrix.width, (row + 1) * matrix.width)
      told[row] = (told[row] as number) + (tree.values[leafOf(tree, values)] as number)
    }
    trees.push(tree)
  }
  return forestOf(base, trees)
}

function shrunk(tree: Tree, { shrinkage }: Boosting): Tree {
  return { ...tree, values: tree.values.map((value) => value * shrinkage) }
}

function someRows(rows: number, share: number, random: Random): Uint32Array {
  const some = new Uint32Array(rows)
  let count = 0
  for (let row = 0; row < rows; row++) {
    if (random.unit() < share) some[count++] = row
  }
  return some.subarray(0, count)
}

/** The median: the one number that is nearest to all. */
function middleOf(targets: Float64Array): number {
  return targets.toSorted()[targets.length >>> 1] ?? 0
}
