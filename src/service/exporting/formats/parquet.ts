import type { SchemaElement } from 'hyparquet'
import { startOfDay } from '../../../kit/base/clock.ts'
import type { FieldKind } from '../../../model/field.ts'
import type { Cell, Cells, Column } from '../column.ts'
import { type Encoding, rowsOf } from './encoding.ts'

/** Number of rows in a group. They stay in memory until the group is complete. */
const GROUP_ROWS = 4_000

type Leaf = Pick<SchemaElement, 'type' | 'converted_type'>

const TEXT: Leaf = { type: 'BYTE_ARRAY', converted_type: 'UTF8' }

const LEAVES: Readonly<Record<Exclude<FieldKind, 'list'>, Leaf>> = {
  text: TEXT,
  oneOf: TEXT,
  wholeNumber: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
}

/** A Parquet table in groups of rows, compressed with Snappy. Lists are Parquet lists. */
export async function parquet(columns: readonly Column[]): Promise<Encoding> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'plat' })
  let rows: Cells[] = []
  const taken = () => {
    const piece = bytes.getBytes().slice()
    bytes.index = 0 // empties the buffer; `offset` still counts all bytes written
    return piece
  }
  const group = () => {
    const columnData = columns.map((column, place) => ({
      name: column.name,
      data: rows.map((row) => typedValue(row[place], column.kind)),
    }))
    // The writer writes only to memory, so there is nothing to wait for.
    void writer.write({ columnData, rowGroupSize: GROUP_ROWS })
    rows = []
  }
  return {
    begin: () => '',
    add: (item) => {
      rows.push(...rowsOf(item))
      if (rows.length < GROUP_ROWS) return ''
      group()
      return taken()
    },
    end: () => {
      if (rows.length > 0) group()
      void writer.finish()
      return taken()
    },
  }
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsOf)]
}

function elementsOf({ name, kind }: Column): SchemaElement[] {
  if (kind !== 'list') return [{ name, repetition_type: 'OPTIONAL', ...LEAVES[kind] }]
  return [
    { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...TEXT },
  ]
}

function typedValue(cell: Cell, kind: FieldKind): unknown {
  if (cell === undefined) return null
  if (kind === 'wholeNumber') return BigInt(Math.round(Number(cell)))
  if (kind === 'date') return new Date(startOfDay(String(cell)))
  return kind === 'time' ? new Date(Number(cell)) : cell
}
