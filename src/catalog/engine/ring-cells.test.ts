import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../../test/engine/random.ts'
import { edgesOf, isInside } from './predicates/polygon-edges.ts'
import { COLUMNS, type RingCells, ringCells } from './ring-cells.ts'

const random = new Random(20_261_129)

/** Returns a ring with corners on a grid, so that edges overlap, some edges are level, and points lie on edges. */
function ring(corners: number, steps: number): number[] {
  return Array.from({ length: corners * 2 }, () => random.whole(0, steps) / 10)
}

/** Whether a point is inside according to the cells alone. */
function isWithin({ west, south, ...cells }: RingCells, x: number, y: number): boolean {
  const row = Math.floor((y - south) * cells.rowsPerDegree)
  const column = Math.floor((x - west) * cells.columnsPerDegree)
  const has = (masks: Int32Array) => (((masks[row] as number) >> column) & 1) === 1
  if (has(cells.inside)) return true
  if (!has(cells.border)) return false
  const [start = 0, end = 0] = cells.cellStarts.subarray(
    row * cells.lists + Math.floor((column * cells.lists) / COLUMNS),
  )
  const which = Uint32Array.from(cells.cellEdges)
  return isInside(Float64Array.from(cells.edges), which, start, end, x, y)
}

test('the edges of a point’s cell give the same side as all edges', () => {
  for (let shape = 0; shape < 300; shape++) {
    const steps = random.whole(1, 300)
    const rings = Array.from({ length: random.whole(1, 3) }, () => ring(random.whole(3, 40), steps))
    const [edges, cells] = [edgesOf(rings), ringCells(rings)]
    const all = Uint32Array.from({ length: edges.length / 4 }, (_, edge) => edge * 4)
    for (let point = 0; point < 100; point++) {
      const [x, y] = [random.whole(0, steps * 2) / 20, random.whole(0, steps * 2) / 20]
      if (x < cells.west || x > cells.east || y < cells.south || y > cells.north) continue
      assert.equal(isWithin(cells, x, y), isInside(edges, all, 0, all.length, x, y), JSON.stringify({ rings, x, y }))
    }
  }
})

test('a cell contains few of the many edges of its row', () => {
  const teeth = Array.from({ length: 1000 }, (_, i) => [i / 10, (i % 4 < 2 ? 0 : 40) + (i % 7) / 9]).flat()
  const { edges, cellStarts, cellEdges } = ringCells([teeth])
  const most = Math.max(...cellStarts.subarray(1).map((end, cell) => end - (cellStarts[cell] as number)))
  assert(most < 40, `${most} edges in one cell`)
  assert(cellEdges.length < 40_000, `${cellEdges.length} edges in all cells`)
  assert(edges.length < 5000, `${edges.length / 4} edges for 1,000 of the ring`)
})
