import { useMemo, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { day } from '../../parts/format.ts'
import { MapFrame } from '../../parts/map/map.tsx'
import { boundsOfOutline, type Outline } from '../../parts/map/shapes.ts'
import { Refused } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import type { HomeLayer, PropertyDetails } from '../../service/answers.ts'
import { queryOf } from '../../service/query.ts'
import { useAnswer } from '../../service/use-answer.ts'

/** The fields of a /layers/feature answer that this view reads. */
interface LayerFeature {
  readonly geometry: { readonly coordinates: Outline }
}

/** The areas of the operator's map layers that contain the home. Outlines are drawn on request. */
export function Layers({ home: { layers = [], latitude, longitude } }: { home: PropertyDetails }) {
  const [drawn, setDrawn] = useState<HomeLayer | undefined>()
  const query = drawn && queryOf('/layers/feature', { layer: drawn.layer, feature: drawn.id })
  const asked = useAnswer<LayerFeature>(query)
  const outline = asked.state === 'answered' ? asked.answer.body.geometry.coordinates : undefined
  const around = useMemo(() => ({ latitude, longitude, says: 'This home' }), [latitude, longitude])
  const fit = useMemo(() => outline && boundsOfOutline(outline), [outline])
  if (layers.length === 0) return null
  return (
    <section>
      <h2>Areas</h2>
      <Table
        caption="Areas that contain this home"
        rows={layers}
        keyOf={({ layer, id }) => `${layer} ${id}`}
        columns={[
          { title: 'Layer', cell: ({ label }) => label },
          { title: 'Area', cell: ({ name, id }) => name ?? id },
          { title: 'Source', cell: ({ source }) => source ?? '–' },
          { title: 'As of', cell: ({ date }) => <time>{day(date)}</time> },
          {
            title: 'Outline',
            cell: (layer) => (
              <Button kind="quiet" isBusy={layer === drawn && asked.state === 'asking'} onClick={() => setDrawn(layer)}>
                Draw · 1 credit
              </Button>
            ),
          },
        ]}
      />
      {asked.state === 'failed' && <Refused failure={asked.failure} again={asked.again} />}
      {drawn && outline && (
        <MapFrame
          label={`Map: this home in ${drawn.label}, ${drawn.name ?? drawn.id}`}
          points={NO_POINTS}
          around={around}
          outline={outline}
          fit={fit}
          isInPage
        />
      )}
    </section>
  )
}

const NO_POINTS: readonly [] = []
