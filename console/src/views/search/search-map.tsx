import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { counted, words } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { MapFrame } from '../../parts/map/map.tsx'
import type { Bounds, MapPoint, MapPosition, Shape } from '../../parts/map/shapes.ts'
import { toggleChosen } from '../../service/chosen.ts'
import { go } from '../../service/place.ts'
import type { SearchedMap } from './use-map.ts'
import type { Where } from './where.ts'

interface SearchMapProps {
  readonly map: SearchedMap
  /** Which home a point leads to. */
  readonly zpids: ReadonlyMap<string, number>
  readonly where: Where | undefined
  readonly status: string
  readonly position: MapPosition | undefined
  readonly lit: string | undefined
  readonly onLight: (id: string | undefined) => void
  readonly onWhere: (where: Where | undefined, replace?: boolean) => void
  readonly onPosition: (position: MapPosition) => void
}

/** The results on the map, with all the ways to search by it. */
export function SearchMap(props: SearchMapProps) {
  const { map, zpids, where, status, position, lit, onLight, onWhere, onPosition } = props
  const [drawing, setDrawing] = useState<Shape['kind'] | undefined>()
  const [moved, setMoved] = useState<Bounds | undefined>()
  const [follows, setFollows] = useState(false)
  const [here, setHere] = useState<readonly MapPoint[]>([])
  /** The list knows more of a home than a tile does. */
  const saysOf = ({ id, says }: MapPoint) => map.points.find((point) => point.id === id)?.says ?? says
  const zpidOf = ({ id }: MapPoint) => String(zpids.get(id) ?? id)
  const homePath = (point: MapPoint) => `/homes/${zpidOf(point)}`
  const shape = where?.kind === 'shape' ? where.shape : undefined
  const searchIn = (bounds: Bounds, replace = false) => {
    setMoved(undefined)
    onWhere({ kind: 'bounds', bounds }, replace)
  }
  const drawn = (made: Shape | undefined) => {
    setDrawing(undefined)
    if (made !== undefined) onWhere({ kind: 'shape', shape: made })
  }
  return (
    <div class="search-map">
      <MapFrame
        label={map.label}
        points={map.points}
        matches={map.matches}
        prices={map.prices}
        lit={lit}
        shape={shape}
        fit={map.fit}
        position={position}
        drawing={drawing}
        onPoints={([first, ...others], isShifted) => {
          if (first === undefined) return
          if (isShifted) toggleChosen(zpidOf(first))
          else if (others.length === 0) go(homePath(first))
          else setHere([first, ...others])
        }}
        onPointed={onLight}
        onMoved={(bounds, reached) => {
          onPosition(reached)
          if (follows) searchIn(bounds, where?.kind === 'bounds')
          else setMoved(bounds)
        }}
        onDrawn={drawn}
      />
      {here.length > 0 && (
        <Dialog title={`${counted(here.length, 'home')} at this place`} onClose={() => setHere([])}>
          <ul class="map-homes">
            {here.map((point) => (
              <li key={point.id}>
                <Link to={homePath(point)}>{point.label === '' ? `zpid ${zpidOf(point)}` : point.label}</Link>{' '}
                <span class="quiet">{saysOf(point).join(', ')}</span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      <div class="map-tools">
        {drawing === undefined ? (
          <>
            <Button onClick={() => setDrawing('polygon')}>Draw an area</Button>
            <Button onClick={() => setDrawing('circle')}>Circle</Button>
            {shape !== undefined && <Button onClick={() => onWhere(undefined)}>Clear</Button>}
          </>
        ) : (
          <p class="map-hint sheet" role="status">
            {drawing === 'polygon' ? 'Set the corners; the first one again ends it.' : 'Set the middle, then the edge.'}
            <Button kind="quiet" onClick={() => setDrawing(undefined)}>
              Cancel
            </Button>
          </p>
        )}
      </div>
      <div class="map-here">
        {map.failure !== undefined && (
          <p class="map-hint sheet" role="alert">
            Here are only the homes of the list: {map.failure}
          </p>
        )}
        {map.inCatalogue !== undefined && drawing === undefined && moved === undefined && (
          <p class="map-hint sheet">{`${counted(map.inCatalogue, 'home')} ${words(status).toLowerCase()}, free to look at`}</p>
        )}
        {drawing !== undefined && (
          <p class="map-hint sheet" role="status">
            By keys: arrows show and move {drawing === 'polygon' ? 'a box' : 'a circle'}, with Shift they resize it,
            Enter searches there, Escape ends.
          </p>
        )}
        {moved !== undefined && !follows && drawing === undefined && (
          <Button kind="main" onClick={() => searchIn(moved)}>
            Search here
          </Button>
        )}
        <label class="check map-follow">
          <input
            type="checkbox"
            checked={follows}
            onChange={({ currentTarget }) => setFollows(currentTarget.checked)}
          />
          <span>Search as I move, up to 2 credits each</span>
        </label>
      </div>
    </div>
  )
}
