import { always, component, listOf, nullable, number, object, text } from '../../kit/answers/index.ts'
import { quote } from '../../kit/base/sentence.ts'
import { invalidParameters, required, text as textShape, unlogged } from '../../kit/params/index.ts'
import { unpackedPolygons } from '../../model/layer.ts'
import { operation } from './operation.ts'
import { problemOf } from './search/filters/layers.ts'

export const layerFeature = operation({
  path: '/layers/feature',
  beyond: true,
  group: 'Layers',
  summary: 'One feature of a layer, with its outline as GeoJSON.',
  parameters: {
    layer: unlogged(required(textShape(40, 'districts'), 'Name of the layer.')),
    feature: unlogged(required(textShape(200, '98101'), 'Id of the feature.')),
  },
  answer: component(
    'LayerFeature',
    object({
      type: always('Feature'),
      id: text(),
      properties: object({
        layer: text(),
        label: text(),
        name: nullable(text()),
        source: nullable(text()),
        date: nullable(text()),
      }),
      geometry: object({
        type: always('MultiPolygon'),
        coordinates: listOf(
          listOf(listOf(listOf(number(), 'Longitude and latitude.'))),
          'Rings are closed; outlines run counter-clockwise.',
        ),
      }),
    }),
  ),
  run: async ({ layer, feature }, { catalog }) => {
    const shape = await catalog.records.get('shape', `${layer}/${feature}`)
    const about = catalog.about().layers?.find(({ name }) => name === layer)
    if (shape?.polygons === undefined || about === undefined) {
      const problem =
        (await problemOf({ layer, feature }, catalog)) ?? 'this is the name of features, not the id of a feature.'
      const parameter = about === undefined ? 'layer' : 'feature'
      const given = about === undefined ? layer : feature
      const detail = `Cannot read ${parameter} ${quote(given)}: ${problem}`
      throw invalidParameters([{ parameter, code: 'param.invalid', detail, given }])
    }
    const { label, source = null, date = null } = about
    return {
      type: 'Feature' as const,
      id: shape.id,
      properties: { layer, label, name: shape.name ?? null, source, date },
      geometry: {
        type: 'MultiPolygon' as const,
        coordinates: unpackedPolygons(shape.polygons).map((rings) => rings.map(closed)),
      },
    }
  },
})

function closed(ring: readonly number[]): number[][] {
  return Array.from({ length: ring.length / 2 + 1 }, (_, i) => {
    const at = (2 * i) % ring.length
    return [ring[at] as number, ring[at + 1] as number]
  })
}
