import type { Cell, Cells, Column } from '../column.ts'
import type { ExportedList } from '../exported-noun.ts'
import type { Encoding, Item } from './encoding.ts'

type List = Pick<ExportedList<never>, 'name' | 'columns'>

/** One JSON object per line. Every object has every key; unknown values are null. */
export function ndjson(columns: readonly Column[], list: List | undefined): Encoding {
  return { begin: () => '', add: (item) => `${objectOf(item, columns, list)}\n`, end: () => '' }
}

/** A GeoJSON FeatureCollection. A record's geometry is a point, or null if its place is unknown. */
export function geojson(columns: readonly Column[], list: List | undefined): Encoding {
  let comma = ''
  return {
    begin: () => '{"type":"FeatureCollection","features":[\n',
    add: (item) => {
      const { point } = item
      const geometry = point
        ? `{"type":"Point","coordinates":[${JSON.stringify(point.longitude)},${JSON.stringify(point.latitude)}]}`
        : 'null'
      const properties = objectOf(item, columns, list)
      const feature = `${comma}{"type":"Feature","geometry":${geometry},"properties":${properties}}`
      comma = ',\n'
      return feature
    },
    end: () => '\n]}\n',
  }
}

function objectOf({ cells, list: things = [] }: Item, columns: readonly Column[], list: List | undefined): string {
  const entries = columns.map((column, place) => entryOf(column, cells[place]))
  if (list !== undefined) {
    const elements = things.map((own) => `{${elementOf(own, list.columns)}}`)
    entries.push(`${JSON.stringify(list.name)}:[${elements.join(',')}]`)
  }
  return `{${entries.join(',')}}`
}

function elementOf(cells: Cells, columns: readonly Column[]): string {
  return columns.map((column, place) => entryOf(column, cells[place])).join(',')
}

function entryOf({ name, kind }: Column, cell: Cell): string {
  const value = kind === 'time' && cell !== undefined ? new Date(Number(cell)).toISOString() : (cell ?? null)
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`
}
