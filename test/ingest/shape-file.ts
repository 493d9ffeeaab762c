export interface TableColumn {
  readonly name: string
  readonly type: 'C' | 'N' | 'D'
  readonly bytes: number
}

export interface ShapeRow {
  readonly cells: readonly string[]
  readonly point?: readonly [x: number, y: number]
  /** The bounding box of an area. */
  readonly box?: readonly number[]
  /** The rings of an area, each as x, y, x, y, … */
  readonly rings?: readonly (readonly number[])[]
  readonly deleted?: boolean
}

/** Returns the bytes of a shapefile, and of the table that belongs to it. */
export function shapefile(
  columns: readonly TableColumn[],
  rows: readonly ShapeRow[],
  encoding: 'utf8' | 'latin1' = 'utf8',
): { shp: Buffer; dbf: Buffer } {
  const shapes = rows.map(({ point, box, rings }, i) => {
    const content = rings ? areaOf(rings) : Buffer.alloc(point ? 20 : box ? 44 : 4)
    content.writeInt32LE(point ? 1 : box || rings ? 5 : 0)
    for (const [n, value] of (point ?? box ?? []).entries()) content.writeDoubleLE(value, 4 + 8 * n)
    const head = Buffer.alloc(8)
    head.writeInt32BE(i + 1)
    head.writeInt32BE(content.length / 2, 4)
    return Buffer.concat([head, content])
  })
  const shapesHead = Buffer.alloc(100)
  shapesHead.writeInt32BE(9994)
  const fields = columns.map(({ name, type, bytes }) => {
    const field = Buffer.alloc(32)
    field.write(name, 0, 'latin1')
    field.write(type, 11, 'latin1')
    field[16] = bytes
    return field
  })
  const head = Buffer.alloc(32)
  head[0] = 3
  head.writeUInt32LE(rows.length, 4)
  head.writeUInt16LE(32 + 32 * columns.length + 1, 8)
  head.writeUInt16LE(1 + columns.reduce((sum, { bytes }) => sum + bytes, 0), 10)
  const table = rows.map(({ cells, deleted }) => {
    const parts = columns.map(({ bytes }, i) => {
      const cell = Buffer.alloc(bytes, ' ')
      cell.write(cells[i] ?? '', encoding)
      return cell
    })
    return Buffer.concat([Buffer.from(deleted ? '*' : ' '), ...parts])
  })
  return {
    shp: Buffer.concat([shapesHead, ...shapes]),
    dbf: Buffer.concat([head, ...fields, Buffer.from('\r'), ...table]),
  }
}

function areaOf(rings: readonly (readonly number[])[]): Buffer {
  const corners = rings.flat()
  const content = Buffer.alloc(44 + 4 * rings.length + 8 * corners.length)
  content.writeInt32LE(rings.length, 36)
  content.writeInt32LE(corners.length / 2, 40)
  let start = 0
  for (const [i, ring] of rings.entries()) {
    content.writeInt32LE(start, 44 + 4 * i)
    start += ring.length / 2
  }
  for (const [i, value] of corners.entries()) content.writeDoubleLE(value, 44 + 4 * rings.length + 8 * i)
  return content
}
