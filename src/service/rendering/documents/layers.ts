import { component, listOf, nullable, objectFrom, optional, text } from '../../../kit/answers/index.ts'
import type { HomeLayer, Layer } from '../../../model/layer.ts'
import type { Gathered } from './gathered.ts'

const LAYER = component(
  'HomeLayer',
  objectFrom<{ readonly layer: Layer; readonly feature: HomeLayer }>()({
    layer: [text('Its name in parameters.'), ({ layer }) => layer.name],
    id: [text('Id of the feature, for `/layers/feature`.'), ({ feature }) => feature.id],
    name: [nullable(text()), ({ feature }) => feature.name],
    label: [text('Its name for readers.'), ({ layer }) => layer.label],
    source: [nullable(text('Source of the polygons, according to the operator.')), ({ layer }) => layer.source],
    date: [nullable(text('Date of the polygons, YYYY-MM-DD.')), ({ layer }) => layer.date],
  }),
)

/** Present only if the home lies within a feature of a map layer. */
export const LAYERS = objectFrom<Gathered>()({
  layers: [
    optional(listOf(LAYER, 'Areas on the operator’s map layers that contain the home.')),
    ({ home, about }) => {
      const shown = (home.layers ?? []).flatMap((feature) => {
        const layer = about.layers?.find(({ name }) => name === feature.layer)
        return layer === undefined ? [] : [LAYER.of({ layer, feature })]
      })
      return shown.length === 0 ? undefined : shown
    },
  ],
})
