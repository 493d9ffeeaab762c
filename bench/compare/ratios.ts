import type { Figure, Row } from '../harness/figures.ts'
import { median } from '../harness/timing.ts'

/**
 * Returns a row per figure that both commits have: each commit's median, then the median, lowest and highest ratio
 * between the commits' figures in the same turn. Leaves out figures that are equal in all turns.
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

/** Returns a figure's value in each turn. Undefined if the turn lacks the figure, or could not measure it. */
function valuesOf(turns: readonly (readonly Figure[])[], name: string): (number | undefined)[] {
  return turns.map((figures) => figures.find((figure) => figure.name === name)?.value ?? undefined)
}

function known(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined)
}

function ratioOf(one: number | undefined, other: number | undefined): number[] {
  return one === undefined || other === undefined || one === 0 ? [] : [other / one]
}
