import type { Figure, Row } from '../harness/figures.ts'
import { median } from '../harness/timing.ts'

/**
 * A row for each figure that both have: the median of each over the turns, then the second beside the first: the
 * median of the ratios within a turn, the least and the most. What is the same in all turns and on both sides says
 * nothing of a change, and is left out.
 */
export function ratiosOf(first: readonly (readonly Figure[])[], second: readonly (readonly Figure[])[]): Row[] {
  return namesIn(first).flatMap(({ name, unit }) => {
    const [ones, others] = [valuesOf(first, name), valuesOf(second, name)]
    const ratios = ones.flatMap((one, turn) => ratioOf(one, others[turn]))
    const isConstant = new Set([...ones, ...others]).size === 1
    if (ratios.length === 0 || isConstant) return []
    const values = [
      median(known(ones)),
      median(known(others)),
      median(ratios),
      Math.min(...ratios),
      Math.max(...ratios),
    ]
    return [{ name: unit === '' ? name : `${name}, ${unit}`, values }]
  })
}

function namesIn(turns: readonly (readonly Figure[])[]): readonly Figure[] {
  return turns[0] ?? []
}

/** Undefined where a turn has no such figure, or could not measure it. */
function valuesOf(turns: readonly (readonly Figure[])[], name: string): (number | undefined)[] {
  return turns.map((figures) => figures.find((figure) => figure.name === name)?.value ?? undefined)
}

function known(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined)
}

function ratioOf(one: number | undefined, other: number | undefined): number[] {
  return one === undefined || other === undefined || one === 0 ? [] : [other / one]
}
