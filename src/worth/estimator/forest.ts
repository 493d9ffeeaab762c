import type { Tree } from './tree.ts'

/**
 * The sum of many trees. Their nodes are stored tree by tree. A row goes left if its input is unknown or at most the
 * threshold.
 */
export interface Forest {
  /** The result without any trees. */
  readonly base: number
  /** Index of each tree's root. */
  readonly roots: Uint32Array
  readonly inputs: Uint8Array
  readonly thresholds: Float32Array
  /** Offset of the left child from the root; the right child follows it. 0 for a leaf. */
  readonly children: Uint16Array
  /** The amount that a tree adds if the row ends at this node. Inner nodes have an amount for `predictWithMoves`. */
  readonly values: Float32Array
}

export function forestOf(base: number, trees: readonly Tree[]): Forest {
  const nodes = trees.reduce((sum, { values }) => sum + values.length, 0)
  const roots = new Uint32Array(trees.length)
  const inputs = new Uint8Array(nodes)
  const thresholds = new Float32Array(nodes)
  const children = new Uint16Array(nodes)
  const values = new Float32Array(nodes)
  let at = 0
  for (const [nth, tree] of trees.entries()) {
    roots[nth] = at
    inputs.set(tree.inputs, at)
    thresholds.set(tree.thresholds, at)
    children.set(tree.children, at)
    values.set(tree.values, at)
    at += tree.values.length
  }
  return { base, roots, inputs, thresholds, children, values }
}

/** Returns a forest whose result is the mean of several forests. */
export function meanOf(forests: readonly Forest[]): Forest {
  const [only] = forests
  if (forests.length === 1 && only !== undefined) return only
  const starts = forests.map((_, nth) => forests.slice(0, nth).reduce((sum, { values }) => sum + values.length, 0))
  return {
    base: forests.reduce((sum, { base }) => sum + base, 0) / forests.length,
    roots: Uint32Array.from(
      forests.flatMap(({ roots }, nth) => Array.from(roots, (root) => root + (starts[nth] ?? 0))),
    ),
    inputs: Uint8Array.from(forests.flatMap(({ inputs }) => [...inputs])),
    thresholds: Float32Array.from(forests.flatMap(({ thresholds }) => [...thresholds])),
    children: Uint16Array.from(forests.flatMap(({ children }) => [...children])),
    values: Float32Array.from(forests.flatMap(({ values }) => [...values])).map((value) => value / forests.length),
  }
}

/** Returns the sum of all trees for a row. */
export function predict({ base, roots, inputs, thresholds, children, values }: Forest, row: Float32Array): number {
  let sum = base
  for (let nth = 0; nth < roots.length; nth++) {
    const root = roots[nth] as number
    let node = root
    for (let child = children[node] as number; child !== 0; child = children[node] as number) {
      const isMore = (row[inputs[node] as number] as number) > (thresholds[node] as number)
      node = root + child + Number(isMore)
    }
    sum += values[node] as number
  }
  return sum
}

/** Like `predict`, but also adds to `moves` how much each input changed the result. */
export function predictWithMoves(forest: Forest, row: Float32Array, moves: Float64Array): number {
  const { base, roots, inputs, thresholds, children, values } = forest
  let sum = base
  for (let nth = 0; nth < roots.length; nth++) {
    const root = roots[nth] as number
    let node = root
    for (let child = children[node] as number; child !== 0; child = children[node] as number) {
      const input = inputs[node] as number
      const next = root + child + Number((row[input] as number) > (thresholds[node] as number))
      moves[input] = (moves[input] as number) + (values[next] as number) - (values[node] as number)
      node = next
    }
    sum += values[node] as number
  }
  return sum
}
