import type { Tree } from './tree.ts'

/**
 * A sum of trees, whose nodes are stored one tree after another. A row goes left if its input is unknown or is at most
 * the threshold.
 */
export interface Forest {
  /** The estimate before the first tree is added. */
  readonly base: number
  /** Index of each tree's root. */
  readonly roots: Uint32Array
  readonly inputs: Uint8Array
  readonly thresholds: Float32Array
  /** The left child, as an offset from the root. The right child follows it. A leaf has 0. */
  readonly children: Uint16Array
  /** The amount that a walk adds if it ends at the node. Inner nodes have an amount, too. */
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

/** Makes one forest that returns the mean of several forests: it has all their trees, each with less weight. */
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

/**
 * Returns the result of `predict`, and adds to `moves` how much each input changed the result between root and leaf.
 */
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
