import type { MappingNode } from './mapping-node.ts'
import type { Projected } from './sources/geometry.ts'
import { FORMAT_NAMES, type FormatName, formatOf, type SourceFormat } from './sources/open.ts'

export function readFormat(node: MappingNode | undefined): SourceFormat {
  if (node === undefined) return { type: 'csv' }
  const type = node.isMap
    ? (node.find('type')?.oneOf('type of the format', FORMAT_NAMES) ?? 'csv')
    : node.oneOf('format', FORMAT_NAMES)
  // the options belong to this type
  return { type, ...readOptions(type, node), ...readProjected(type, node) } as SourceFormat
}

const PROJECTED_KEYS = ['projection', 'x', 'y'] as const

function readOptions(type: FormatName, node: MappingNode): object {
  const { options, needs, coordinates } = formatOf(type)
  const projected = coordinates === 'shapes' ? ['projection'] : PROJECTED_KEYS
  const parts = node.isMap ? node.keyed('format', ['type', ...Object.keys(options), ...projected]) : {}
  if (needs !== undefined && parts[needs.option] === undefined) node.fail(needs.sentence)
  const read = Object.entries(options).flatMap(([name, reader]) => {
    const part = parts[name]
    return part === undefined ? [] : [[name, reader(part)] as const]
  })
  return Object.fromEntries(read)
}

/** Reads the projection, and the names of the two columns with coordinates. Formats with shapes need no columns. */
function readProjected(type: FormatName, node: MappingNode): { readonly projected?: Projected } {
  const [projection, x, y] = PROJECTED_KEYS.map((key) => node.find(key))
  if (projection === undefined) {
    const column = x ?? y
    return (
      column?.fail('x and y name coordinates that are not degrees: add their projection, such as EPSG:26910.') ?? {}
    )
  }
  if ((x === undefined) !== (y === undefined)) projection.fail('x and y are a pair: name both columns or none.')
  if (x === undefined && formatOf(type).coordinates === 'columns')
    projection.fail('projection needs x and y: the columns with the coordinates.')
  return {
    projected: {
      projection: projection.text('projection'),
      ...(x && { x: x.text('x') }),
      ...(y && { y: y.text('y') }),
    },
  }
}
