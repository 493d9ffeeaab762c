import type { Context } from '../../src/catalog/ports/context.ts'
import { packedPolygons } from '../../src/model/layer.ts'
import type { Question } from './questions.ts'

const SHAPE = { layer: 'zones', id: 'a', name: 'A', polygons: packedPolygons([[[0, 0, 1, 0, 1, 1]]]) }

export const ABOUT_LAYERS: readonly Question[] = [
  ['/layers', {}],
  ['/layers/feature', { layer: 'zones', feature: 'a' }],
]

/** Adds a layer with one feature to a catalog. With the returned context, only calls about layers work. */
export function layered(context: Context): Context {
  const { catalog } = context
  const layers = [{ name: 'zones', label: 'Zones', features: 1, examples: ['a'] }]
  const about = () => ({ ...catalog.about(), layers })
  // calls about layers read no other record
  const records = { ...catalog.records, get: () => Promise.resolve(SHAPE) } as typeof catalog.records
  return { ...context, catalog: { ...catalog, about, records } }
}
