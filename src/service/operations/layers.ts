import { always, component, listOf, nullable, object, text, whole } from '../../kit/answers/index.ts'
import { operation } from './operation.ts'

export const layers = operation({
  path: '/layers',
  beyond: true,
  group: 'Layers',
  summary: 'The layers that the operator has added, sorted by name.',
  parameters: {},
  answer: component(
    'Layers',
    object({
      message: always('200'),
      layers: listOf(
        object({
          name: text('Its name in parameters.'),
          label: text('Its name for readers.'),
          source: nullable(text('Source of the polygons, according to the operator.')),
          date: nullable(text('Date of the polygons, YYYY-MM-DD.')),
          features: whole(),
        }),
      ),
    }),
  ),
  run: async (_, { catalog }) => ({
    message: '200' as const,
    layers: (catalog.about().layers ?? []).map(({ name, label, source = null, date = null, features }) => ({
      name,
      label,
      source,
      date,
      features,
    })),
  }),
})
