import type { Random } from '../../kit/algorithms/random.ts'
import { type BinnedMatrix, MAX_BINS } from './bins.ts'

/** Limits of a tree's growth. */
export interface Growth {
  readonly leaves: number
  /** Minimum number of rows in a leaf. */
  readonly leafRows: number
  /** Draws the values of small leaves toward 0, as if they had this many more rows. */
  readonly ridge: number
  /** Share of the inputs that a tree may use. */
  readonly inputShare: number
}

/**
 * A tree as parallel arrays, the root first. A row goes left if its input is unknown or at most the threshold. Every
 * node has the value that it would have as a leaf.
 */
export interface Tree {
  readonly inputs: Uint8Array
  readonly thresholds: Float32Array
  /** Index of the left child; the right child follows it. 0 for a leaf. */
  readonly children: Uint16Array
  readonly values: Float32Array
}

/** A tree, and the range of training rows in each leaf. */
export interface GrownTree {
  readonly tree: Tree
  readonly leaves: readonly { readonly node: number; readonly start: number; readonly end: number }[]
}

/** A leaf that may be split. Its rows are `rows[start]` … `rows[end - 1]`. */
interface Leaf {
  readonly node: number
  readonly start: number
  readonly end: number
  readonly sum: number
  readonly histogram: Histogram
  readonly split: Split | undefined
}

/** For each bin of each used input: the sum of the gradients and the number of rows. */
interface Histogram {
  readonly sums: Float64Array
  readonly counts: Float64Array
}

interface Split {
  readonly gain: number
  /** Index of the input among the used inputs. */
  readonly nth: number
  /** Rows in this bin or a lower bin go left. */
  readonly bin: number
  readonly leftSum: number
}

/** Grows trees on the gradients of some rows, splitting the best leaf first. */
export class Grower {
  readonly #matrix: BinnedMatrix
  readonly #growth: Growth
  readonly #moved: Uint32Array
  /** A histogram for each leaf. Every tree reuses them. */
  readonly #histograms: readonly Histogram[]

  constructor(matrix: BinnedMatrix, growth: Growth) {
    this.#matrix = matrix
    this.#growth = growth
    this.#moved = new Uint32Array(matrix.rows)
    const bins = matrix.columns.length * MAX_BINS
    this.#histograms = Array.from({ length: growth.leaves }, () => ({
      sums: new Float64Array(bins),
      counts: new Float64Array(bins),
    }))
  }

  /** Grows a tree, and sorts `rows` by leaf. */
  grow(rows: Uint32Array, gradients: Float32Array, random: Random): GrownTree {
    const usedInputs = this.#inputsToUse(random)
    const most = 2 * this.#growth.leaves - 1
    const [inputs, thresholds] = [new Uint8Array(most), new Float32Array(most)]
    const [children, values] = [new Uint16Array(most), new Float32Array(most)]
    const leaf = (node: number, start: number, end: number, sum: number, histogram: Histogram): Leaf => {
      values[node] = sum / (end - start + this.#growth.ridge)
      return { node, start, end, sum, histogram, split: this.#bestSplit(histogram, usedInputs, end - start, sum) }
    }
    const whole = this.#histogram(0, rows, gradients, usedInputs)
    const leaves = [leaf(0, 0, rows.length, sumOver(rows, gradients), whole)]
    let nodes = 1
    while (leaves.length < this.#growth.leaves) {
      const at = bestOf(leaves)
      const parent = leaves[at]
      if (parent?.split === undefined) break
      const { nth, bin, leftSum } = parent.split
      const input = usedInputs[nth] as number // in bounds
      const middle = this.#part(rows, parent, input, bin)
      const isLeftSmall = middle - parent.start < parent.end - middle
      const small = isLeftSmall ? rows.subarray(parent.start, middle) : rows.subarray(middle, parent.end)
      const counted = this.#histogram(leaves.length, small, gradients, usedInputs)
      const rest = subtract(parent.histogram, counted, usedInputs.length)
      inputs[parent.node] = input
      thresholds[parent.node] = bin === 0 ? Number.NEGATIVE_INFINITY : this.#edge(input, bin)
      children[parent.node] = nodes
      leaves[at] = leaf(nodes, parent.start, middle, leftSum, isLeftSmall ? counted : rest)
      leaves.push(leaf(nodes + 1, middle, parent.end, parent.sum - leftSum, isLeftSmall ? rest : counted))
      nodes += 2
    }
    const tree = {
      inputs: inputs.subarray(0, nodes),
      thresholds: thresholds.subarray(0, nodes),
      children: children.subarray(0, nodes),
      values: values.subarray(0, nodes),
    }
    return { tree, leaves }
  }

  #edge(input: number, bin: number): number {
    return this.#matrix.edges[input]?.[bin - 1] ?? Number.POSITIVE_INFINITY
  }

  #inputsToUse(random: Random): readonly number[] {
    const able = [...this.#matrix.edges.keys()].filter((input) => (this.#matrix.edges[input]?.length ?? 0) > 0)
    return random.some(able, Math.max(1, Math.round(able.length * this.#growth.inputShare)))
  }

  /** Counts rows in the histogram of the `nth` leaf. */
  #histogram(nth: number, rows: Uint32Array, gradients: Float32Array, usedInputs: readonly number[]): Histogram {
    const { sums, counts } = this.#histograms[nth] as Histogram // in bounds
    sums.fill(0, 0, usedInputs.length * MAX_BINS)
    counts.fill(0, 0, usedInputs.length * MAX_BINS)
    for (const [place, input] of usedInputs.entries()) {
      const column = this.#matrix.columns[input] as Uint8Array // in bounds
      tally(rows, gradients, column, sums, counts, place * MAX_BINS)
    }
    return { sums, counts }
  }

  /** Returns the split that explains the most, or undefined if none explains anything. */
  #bestSplit({ sums, counts }: Histogram, usedInputs: readonly number[], rows: number, sum: number): Split | undefined {
    const { leafRows, ridge } = this.#growth
    if (rows < 2 * leafRows) return undefined
    let best: Split | undefined
    let most = (sum * sum) / (rows + ridge) + 1e-9
    for (const [nth, input] of usedInputs.entries()) {
      const bins = (this.#matrix.edges[input]?.length ?? 0) + 1
      let [leftSum, left] = [0, 0]
      for (let bin = 0; bin < bins; bin++) {
        leftSum += sums[nth * MAX_BINS + bin] as number
        left += counts[nth * MAX_BINS + bin] as number
        if (left < leafRows) continue
        if (rows - left < leafRows) break
        const explained = (leftSum * leftSum) / (left + ridge) + (sum - leftSum) ** 2 / (rows - left + ridge)
        if (explained <= most) continue
        most = explained
        best = { gain: explained - (sum * sum) / (rows + ridge), nth, bin, leftSum }
      }
    }
    return best
  }

  /** Moves the rows that go left to the front and keeps their order. Returns the start of the rows that go right. */
  #part(rows: Uint32Array, { start, end }: Leaf, input: number, bin: number): number {
    const column = this.#matrix.columns[input] as Uint8Array // in bounds
    let [left, right] = [start, 0]
    for (let i = start; i < end; i++) {
      const row = rows[i] as number
      if ((column[row] as number) <= bin) rows[left++] = row
      else this.#moved[right++] = row
    }
    rows.set(this.#moved.subarray(0, right), left)
    return left
  }
}

/** A separate function, so that V8 compiles this hot loop for these types alone. */
function tally(
  rows: Uint32Array,
  gradients: Float32Array,
  column: Uint8Array,
  sums: Float64Array,
  counts: Float64Array,
  start: number,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    const at = start + (column[row] as number)
    sums[at] = (sums[at] as number) + (gradients[row] as number)
    counts[at] = (counts[at] as number) + 1
  }
}

/** Subtracts `some` from `all` in place. */
function subtract(all: Histogram, some: Histogram, inputs: number): Histogram {
  for (let i = 0; i < inputs * MAX_BINS; i++) {
    all.sums[i] = (all.sums[i] as number) - (some.sums[i] as number)
    all.counts[i] = (all.counts[i] as number) - (some.counts[i] as number)
  }
  return all
}

function sumOver(rows: Uint32Array, gradients: Float32Array): number {
  let sum = 0
  for (const row of rows) sum += gradients[row] as number
  return sum
}

/** Returns the leaf with the most useful split; on a tie, the first. */
function bestOf(leaves: readonly Leaf[]): number {
  let best = 0
  for (const [i, { split }] of leaves.entries()) {
    if ((split?.gain ?? 0) > (leaves[best]?.split?.gain ?? 0)) best = i
  }
  return best
}

/** Returns the leaf for the row at `start` in `values`. */
export function leafOf({ inputs, thresholds, children }: Tree, values: Float32Array, start: number): number {
  let node = 0
  for (let child = children[0] as number; child !== 0; child = children[node] as number) {
    const isMore = (values[start + (inputs[node] as number)] as number) > (thresholds[node] as number)
    node = isMore ? child + 1 : child
  }
  return node
}
