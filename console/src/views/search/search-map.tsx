import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { counted, words } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { MapFrame } from '../../parts/map/map.tsx'
import type { Bounds, MapPoint, MapPosition, Shape } from '../../parts/map/shapes.ts'
import { toggleChosen } from '../../service/chosen.ts'
import type { FormValues } from '../../service/operation-fields.ts'
import { go } from '../../service/place.ts'
import { MapCard } from './map-card.tsx'
import { thingsAt } from './search-page.ts'
import type { SearchedMap } from './use-map.ts'
import type { Where } from './where.ts'

interface SearchMapProps {
  readonly map: SearchedMap
  /** Home ids by point id. */
  readonly zpids: ReadonlyMap<string, number>
  readonly where: Where | undefined
  readonly status: string
  /** The filters that match exactly the homes counted for free. Undefined if the person chose other filters. */
  readonly filtersOfAll: FormValues | undefined
  readonly position: MapPosition | undefined
  readonly lit: string | undefined
  readonly onLight: (id: string | undefined) => void
  readonly onWhere: (where: Where | undefined, replace?: boolean, filters?: FormValues) => void
  readonly onPosition: (position: MapPosition) => void
}

/** The visible homes of tiles when the map last stopped moving. */
interface Seen {
  readonly homeCount: number
  readonly bounds: Bounds
}

/** The map with the results, and all controls to search by map. */
export function SearchMap(props: SearchMapProps) {
  const { map, zpids, where, status, filtersOfAll, position, lit, onLight, onWhere, onPosition } = props
  const [drawing, setDrawing] = useState<Shape['kind'] | undefined>()
  const [moved, setMoved] = useState<Bounds | undefined>()
  const [seen, setSeen] = useState<Seen | undefined>()
  const [isAskedWhich, setAskedWhich] = useState(false)
  const [follows, setFollows] = useState(false)
  const [here, setHere] = useState<readonly MapPoint[]>([])
  /** the home whose card is shown */
  const [clicked, setClicked] = useState<MapPoint | undefined>()
  useEffect(() => setClicked(undefined), [map.homes])
  /** the list knows more details of a home than a tile does */
  const saysOf = ({ id, says }: MapPoint) => map.points.find((point) => point.id === id)?.says ?? says
  const zpidOf = ({ id }: MapPoint) => String(zpids.get(id) ?? id)
  const homePath = (point: MapPoint) => `/homes/${zpidOf(point)}`
  const shape = where?.kind === 'shape' ? where.shape : undefined
  const searchIn = (bounds: Bounds, replace = false, filters: FormValues = {}) => {
    setMoved(undefined)
    setAskedWhich(false)
    onWhere({ kind: 'bounds', bounds }, replace, filters)
  }
  const free = map.inCatalog !== undefined && seen !== undefined && seen.homeCount > 0 ? seen : undefined
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
          setClicked(undefined)
          if (first === undefined) return
          if (isShifted) toggleChosen(zpidOf(first))
          else if (others.length > 0) setHere([first, ...others])
          else if (first.id === clicked?.id) go(homePath(first))
          else setClicked(first)
        }}
        onPointed={onLight}
        onSeen={(homeCount, bounds) => setSeen({ homeCount, bounds })}
        onCount={() => {
          setAskedWhich(true)
          setMoved(seen?.bounds)
        }}
        onMoved={(bounds, reached) => {
          onPosition(reached)
          setAskedWhich(false)
          if (follows) searchIn(bounds, where?.kind === 'bounds')
          else setMoved(bounds)
        }}
        onDrawn={drawn}
      />
      {clicked && (
        <MapCard
          point={clicked}
          home={map.homes.find(({ id }) => id === clicked.id)}
          path={homePath(clicked)}
          view={seen?.bounds}
          onClose={() => setClicked(undefined)}
        />
      )}
      {here.length > 0 && (
        <Dialog title={`${thingsAt(here)} at this place`} onClose={() => setHere([])}>
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
            {drawing === 'polygon'
              ? 'Click to add corners. Click the first one to finish.'
              : 'Click the center, then the edge.'}
            <Button kind="quiet" onClick={() => setDrawing(undefined)}>
              Cancel
            </Button>
          </p>
        )}
      </div>
      <div class="map-here">
        {map.failure !== undefined && (
          <p class="map-hint sheet" role="alert">
            The map shows only the homes in the list: {map.failure}
          </p>
        )}
        {map.inCatalog !== undefined && drawing === undefined && moved === undefined && (
          <p class="map-hint sheet">{`${counted(map.inCatalog, 'home')} ${words(status).toLowerCase()} · free to view`}</p>
        )}
        {drawing !== undefined && (
          <p class="map-hint sheet" role="status">
            Keyboard: arrow keys show and move {drawing === 'polygon' ? 'a box' : 'a circle'}, Shift with arrow keys
            resizes it, Enter searches there, Escape cancels.
          </p>
        )}
        {isAskedWhich && (
          <p class="map-hint sheet" role="status">
            Search here to see which homes these are.
          </p>
        )}
        {drawing === undefined && !follows && (
          <SearchHere
            moved={moved}
            free={free}
            filtersOfAll={filtersOfAll}
            onSearch={(bounds, filters) => searchIn(bounds, false, filters)}
          />
        )}
        <label class="check map-follow">
          <input
            type="checkbox"
            checked={follows}
            onChange={({ currentTarget }) => setFollows(currentTarget.checked)}
          />
          <span>Search as I move the map, up to 2 credits per search</span>
        </label>
      </div>
    </div>
  )
}

interface SearchHereProps {
  readonly moved: Bounds | undefined
  /** The visible homes of a map whose tiles are free. */
  readonly free: Seen | undefined
  readonly filtersOfAll: FormValues | undefined
  readonly onSearch: (bounds: Bounds, filters?: FormValues) => void
}

/** The number of homes in the first list. A map of a larger result costs extra. */
const LISTED_HOMES = 200

function SearchHere({ moved, free, filtersOfAll, onSearch }: SearchHereProps) {
  if (free !== undefined && filtersOfAll !== undefined) {
    const price = counted(free.homeCount > LISTED_HOMES ? 2 : 1, 'credit')
    return (
      <Button kind="main" onClick={() => onSearch(free.bounds, filtersOfAll)}>
        {`Show about ${counted(free.homeCount, 'home')} · ${price}`}
      </Button>
    )
  }
  if (moved === undefined) return null
  return (
    <Button kind="main" onClick={() => onSearch(moved)}>
      Search here · up to 2 credits
    </Button>
  )
}
