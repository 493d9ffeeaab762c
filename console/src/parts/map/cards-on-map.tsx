import './cards-on-map.css'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo, useState } from 'preact/hooks'
import { lightingOf, reveal } from '../light.ts'
import { MapFrame } from './map.tsx'
import { type Around, boundsOf, type MapPoint } from './shapes.ts'

interface Lit {
  readonly lit: string | undefined
  readonly onLight: (id: string | undefined) => void
}

const LIT = createContext<Lit>({ lit: undefined, onLight: () => {} })

interface CardsOnMapProps {
  readonly label: string
  /** One point for each card with a known position. */
  readonly points: readonly MapPoint[]
  /** A place that is shown even if no card has a position. */
  readonly around?: Around | undefined
  readonly children: ComponentChildren
}

/** Cards beside a map that has a pin for each card. Without any known position, only the cards. */
export function CardsOnMap({ label, points, around, children }: CardsOnMapProps) {
  const [pointed, setPointed] = useState<string | undefined>()
  const [chosen, setChosen] = useState<string | undefined>()
  const lit = pointed ?? chosen
  const fit = useMemo(() => boundsOf(around ? [...points, around] : points), [points])
  const context = useMemo(() => ({ lit, onLight: setPointed }), [lit])
  if (points.length === 0 && around === undefined) return <>{children}</>
  return (
    <LIT.Provider value={context}>
      <div class="cards-on-map">
        {children}
        <MapFrame
          label={label}
          points={points}
          around={around}
          fit={fit}
          lit={lit}
          isInPage
          onPointed={setPointed}
          onPoints={([point]) => {
            setChosen(point?.id)
            reveal(point?.id)
          }}
        />
      </div>
    </LIT.Provider>
  )
}

/** Returns the attributes that connect a card to its pin. */
export function useLighting(id: string): ReturnType<typeof lightingOf> {
  const { lit, onLight } = useContext(LIT)
  return lightingOf(id, id === lit, onLight)
}
