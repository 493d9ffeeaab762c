import { parseForeignJson } from '../../../kit/base/foreign-json.ts'
import { dataFault } from '../file-fault.ts'
import { type NumberStyle, numberReader } from '../numbers.ts'
import { LATITUDE, LONGITUDE, type Projected, type Spot } from './geometry.ts'
import type { Row, Source } from './source.ts'

/** Converts projected coordinates to degrees. Undefined if the result is not on earth. */
export type Unproject = (x: number, y: number) => Spot | undefined

/** Codes of UTM zones, whose PROJ text can be computed: WGS 84 (326.., 327..) and NAD 83 (269..). */
const UTM: readonly (readonly [code: RegExp, text: string])[] = [
  [/^EPSG:326(\d\d)$/i, '+proj=utm +zone=$1 +datum=WGS84 +units=m +no_defs'],
  [/^EPSG:327(\d\d)$/i, '+proj=utm +zone=$1 +south +datum=WGS84 +units=m +no_defs'],
  [/^EPSG:269(\d\d)$/i, '+proj=utm +zone=$1 +datum=NAD83 +units=m +no_defs'],
]
const BUILT_IN_PROJECTIONS: readonly string[] = ['EPSG:4326', 'EPSG:4269', 'EPSG:3857', 'EPSG:900913', 'EPSG:3785']

/** Returns the conversion to degrees. Undefined if the projection is unknown. */
export async function unprojector(text: string): Promise<Unproject | undefined> {
  const { default: proj4 } = await import('proj4')
  const utm = UTM.find(([code]) => code.test(text))
  const definition = utm ? text.replace(utm[0], utm[1]) : text
  if (/^EPSG:/i.test(definition) && !BUILT_IN_PROJECTIONS.includes(definition.toUpperCase())) return undefined
  try {
    const isCode = definition.toUpperCase().startsWith('EPSG:')
    const converter = proj4(isCode ? definition.toUpperCase() : (projJson(definition) ?? definition), 'WGS84')
    return (x, y) => (Number.isFinite(x) && Number.isFinite(y) ? spotIn(converter.forward([x, y])) : undefined)
  } catch {
    return undefined
  }
}

function spotIn([x, y]: readonly number[]): Spot | undefined {
  if (x === undefined || y === undefined || !(Math.abs(x) <= 180 && Math.abs(y) <= 90)) return undefined
  // 1e-7 degrees are about a centimeter.
  return { x: Math.round(x * 1e7) / 1e7, y: Math.round(y * 1e7) / 1e7 }
}

/** Parses PROJJSON. Undefined for other texts. */
function projJson(text: string): { readonly type: string; readonly name: string } | undefined {
  try {
    if (!text.trimStart().startsWith('{')) return undefined
    return parseForeignJson(text) as ReturnType<typeof projJson> // proj4 checks that all parts exist
  } catch {
    return undefined
  }
}

/** Whether a projection text (WKT, PROJ or PROJJSON) means degrees. */
export function isDegrees(text: string): boolean {
  const { type } = projJson(text) ?? {}
  if (type !== undefined) return /^Geo(graphic|detic)CRS$/.test(type)
  return /^\s*(GEOGCS|GEOGCRS|\+proj=longlat|EPSG:(4326|4269)$|(OGC:)?CRS84$)/i.test(text)
}

/**
 * Adds columns with longitude and latitude to a source of projected coordinates. Coordinates that are not on earth stay
 * unconverted, so that the report can quote them. Throws a one-sentence CommandFault if the projection is unknown or
 * columns are missing.
 */
export async function unprojected(
  source: Source,
  { projection, x = LONGITUDE, y = LATITUDE }: Projected,
  { decimalComma = false }: Partial<Pick<NumberStyle, 'decimalComma'>>,
  into: readonly [longitude: string, latitude: string] = [LONGITUDE, LATITUDE],
): Promise<Source> {
  const unproject = await unprojector(projection)
  if (unproject === undefined) {
    throw dataFault(
      `A projection must be EPSG:4326, EPSG:4269, EPSG:3857, a UTM zone (EPSG:326.., 327.., 269..), a PROJ text (+proj=…) or WKT; that of "${source.file}" is "${projJson(projection)?.name ?? projection}". epsg.io has the PROJ text and the WKT of every code.`,
    )
  }
  const [xColumn, yColumn] = [indexIn(source, x), indexIn(source, y)]
  const columns = [...source.columns, ...into.filter((column) => !source.columns.includes(column))]
  const [longitude = 0, latitude = 0] = into.map((column) => columns.indexOf(column))
  const read = numberReader({ decimalComma })
  const written = (degrees: number) => (decimalComma ? String(degrees).replace('.', ',') : String(degrees))
  const convert = ({ lacks, ...row }: Row): Row => {
    const [given, above] = [row.cells[xColumn]?.trim() ?? '', row.cells[yColumn]?.trim() ?? '']
    const isSaid = given !== '' && above !== ''
    const spot = isSaid ? unproject(read(given) ?? Number.NaN, read(above) ?? Number.NaN) : undefined
    // Quote both values, because a single one may look like degrees.
    const noPlace = isSaid ? `${given}, ${above}` : ''
    const cells = [...row.cells]
    cells[longitude] = spot ? written(spot.x) : noPlace
    cells[latitude] = spot ? written(spot.y) : noPlace
    if (lacks === undefined) return { ...row, cells }
    const isLacked = lacks.has(xColumn) && lacks.has(yColumn)
    return { ...row, cells, lacks: isLacked ? new Set([...lacks, longitude, latitude]) : lacks }
  }
  return {
    ...source,
    columns,
    rows: async function* () {
      for await (const row of source.rows()) yield 'rule' in row ? row : convert(row)
    },
  }
}

function indexIn({ columns, file }: Source, column: string): number {
  const index = columns.indexOf(column)
  if (index !== -1) return index
  throw dataFault(
    `There is no column "${column}" in "${file}" to take coordinates from: its columns are ${columns.join(', ')}.`,
  )
}
