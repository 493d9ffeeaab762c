import type { FactKind, MarketFacts } from '../../model/market-facts.ts'
import { bytesPer, type Element, type FlatArray, viewOf } from '../engine/column.ts'

type ColumnsOf<K extends FactKind> = Omit<MarketFacts[K], 'rows'>

/** The columns of each kind of facts in storage order. Wide types come first, so that all values are aligned. */
export const FACT_COLUMNS: { readonly [K in FactKind]: Readonly<Record<keyof ColumnsOf<K>, Element>> } = {
  sales: { asked: 'u32', paid: 'u32', listed: 'u16', pending: 'u16', closed: 'u16', homeType: 'u8', state: 'u8' },
  rents: { rent: 'u32', listed: 'u16', bedrooms: 'u8', homeType: 'u8', available: 'u8' },
  values: { logSum: 'f64', homes: 'u32', month: 'u16', homeType: 'u8' },
}

/** Returns stored bytes as columns. Copies the bytes only if they are not aligned. */
export function openFacts<K extends FactKind>(kind: K, stored: Uint8Array): MarketFacts[K] {
  const columns: [name: string, element: Element][] = Object.entries(FACT_COLUMNS[kind])
  const rows = stored.length / rowBytes(kind)
  const bytes = stored.byteOffset % bytesPer('f64') === 0 ? stored : stored.slice()
  let at = bytes.byteOffset
  const views = columns.map(([name, element]) => {
    const view = viewOf(element, bytes.buffer, at, rows)
    at += rows * bytesPer(element)
    return [name, view]
  })
  return { rows, ...Object.fromEntries(views) } as MarketFacts[K] // FACT_COLUMNS names every column of the kind
}

/**
 * Returns the stored facts of several places as one part, because reading a few long columns is much faster than
 * reading many short ones.
 */
export function joinedFacts<K extends FactKind>(kind: K, stored: readonly Uint8Array[]): readonly MarketFacts[K][] {
  if (stored.length === 0) return []
  const elements: Element[] = Object.values(FACT_COLUMNS[kind])
  const bytesOfRow = rowBytes(kind)
  let end = 0 // where the column ends, in bytes from the start of a row
  const columns = elements.flatMap((element) => {
    const start = end
    end += bytesPer(element)
    return stored.map((bytes) => {
      const rows = bytes.length / bytesOfRow
      return bytes.subarray(rows * start, rows * end)
    })
  })
  return [openFacts(kind, Buffer.concat(columns))]
}

function rowBytes(kind: FactKind): number {
  const elements: Element[] = Object.values(FACT_COLUMNS[kind])
  return elements.reduce((sum, element) => sum + bytesPer(element), 0)
}

/** Returns the bytes of rows `from` … `end - 1`. */
export function factBytes(columns: readonly FlatArray[], from: number, end: number): Uint8Array {
  const parts = columns.map((column) => {
    const part = column.subarray(from, end)
    return new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
  })
  return Buffer.concat(parts)
}
