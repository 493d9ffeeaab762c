import type { Context } from '../../src/catalog/ports/context.ts'
import { packedPolygons } from '../../src/model/layer.ts'
import type { Question } from './questions.ts'

const SHAPE = { layer: 'zones', id: 'a', name: 'A', polygons: packedPolygons([[[0, 0, 1, 0, 1, 1]]]) }

export const ABOUT_LAYERS: readonly Question[] = [
  ['/layers', {}],
  ['/layers/feature', { layer: 'zones', feature: 'a' }],
]

/** A catalogue that answers calls about layers, and no others: it has one layer of one feature. */
export function layered(context: Context): Context {
  const { catalog } = context
  const layers = [{ name: 'zones', label: 'Zones', features: 1, examples: ['a'] }]
  const about = () => ({ ...catalog.about(), layers })
  const records = { ...catalog.records, get: () => Promise.resolve(SHAPE) } as typeof catalog.records // all that is asked
  return { ...context, catalog: { ...catalog, about, records } }
}
