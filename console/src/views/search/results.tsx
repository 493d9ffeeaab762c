import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Cards } from '../../parts/card.tsx'
import { MoveMark } from '../../parts/changes/changes.tsx'
import { CompareMark } from '../../parts/compare.tsx'
import { DrawnHome } from '../../parts/drawn-home.tsx'
import { lightingOf } from '../../parts/light.ts'
import { Link } from '../../parts/link.tsx'
import { isLoadable } from '../../parts/picture.tsx'
import { useIsPrinting } from '../../parts/printing.ts'
import { type Column, Table } from '../../parts/table.tsx'
import type { FoundHome } from './search-page.ts'

/** Number of elements added per scroll step: thousands at once would make the page slow. */
const STEP = 60

interface HomesProps {
  readonly homes: readonly FoundHome[]
  readonly isBusy: boolean
  readonly lit: string | undefined
  readonly onLight: (id: string | undefined) => void
}

export function HomeList({ homes, isBusy, lit, onLight }: HomesProps) {
  const [some, more] = useSome(homes)
  return (
    <>
      <Cards isBusy={isBusy}>
        {some.map((home) => (
          <HomeCard key={home.id} home={home} isLit={home.id === lit} onLight={onLight} />
        ))}
      </Cards>
      {more}
    </>
  )
}

interface HomeCardProps {
  readonly home: FoundHome
  readonly isLit: boolean
  readonly onLight: (id: string | undefined) => void
}

export function HomeCard({ home, isLit, onLight }: HomeCardProps) {
  const { id, zpid, kind, price, size, street, town, type, year, state, news, picture, isBuilding, move } = home
  const pictures = picture && isLoadable(picture) ? [picture] : []
  return (
    <Card
      pictures={pictures}
      drawing={<DrawnHome type={type} yearBuilt={Number(year) || undefined} />}
      badge={state}
      corner={!isBuilding && <CompareMark zpid={String(zpid)} of={street} />}
      lighting={lightingOf(id, isLit, onLight)}
    >
      <span>
        <strong class={`found-price ${kind}`}>{price}</strong> {move && <MoveMark move={move} />}
      </span>
      <span class="found-size">{size}</span>
      <Link to={`/homes/${zpid}`} class="card-link">
        {street}
      </Link>
      <small class="quiet">
        {town} · {type}
      </small>
      {news !== '' && <small>{news}</small>}
    </Card>
  )
}

const COLUMNS: readonly Column<FoundHome>[] = [
  {
    title: 'Compare',
    cell: ({ zpid, street, isBuilding }) => !isBuilding && <CompareMark zpid={String(zpid)} of={street} isBare />,
  },
  {
    title: 'Home',
    cell: ({ zpid, street, town }) => (
      <>
        <Link to={`/homes/${zpid}`}>{street}</Link>
        <br />
        <span class="quiet">{town}</span>
      </>
    ),
    by: ({ street }) => street,
  },
  {
    title: 'Price',
    cell: ({ price, kind, move }) => (
      <>
        {move && <MoveMark move={move} />} <strong class={`found-price ${kind}`}>{price}</strong>
      </>
    ),
    isNumber: true,
    by: ({ keys }) => keys.leastPrice,
  },
  { title: 'Beds', cell: ({ beds }) => beds, isNumber: true, by: ({ keys }) => keys.bedrooms },
  { title: 'Baths', cell: ({ baths }) => baths, isNumber: true, by: ({ keys }) => keys.bathrooms },
  { title: 'Sq ft', cell: ({ area }) => area, isNumber: true, by: ({ keys }) => keys.livingArea },
  { title: 'Per sq ft', cell: ({ pricePerArea }) => pricePerArea, isNumber: true, by: ({ keys }) => keys.pricePerArea },
  { title: 'Built', cell: ({ year }) => year, isNumber: true, by: ({ keys }) => keys.yearBuilt },
  { title: 'Type', cell: typeOf, by: typeOf },
]

function typeOf({ type, state }: FoundHome): string {
  return state === '' ? type : `${type}, ${state.toLowerCase()}`
}

interface HomeTableProps extends Pick<HomesProps, 'homes'> {
  readonly sortedBy: string
  readonly onSort: (text: string) => void
}

export function HomeTable({ homes, sortedBy, onSort }: HomeTableProps) {
  const [some, more] = useSome(homes)
  return (
    <>
      <Table
        caption="Homes"
        columns={COLUMNS}
        rows={homes}
        most={some.length}
        keyOf={({ id }) => id}
        {...{ sortedBy, onSort }}
      />
      {more}
    </>
  )
}

/** Returns the first homes, and a button that adds more when it is clicked or scrolled into view. */
function useSome(homes: readonly FoundHome[]) {
  const [wanted, setWanted] = useState(STEP)
  const end = useRef<HTMLDivElement>(null)
  const [first] = homes
  useEffect(() => setWanted(STEP), [first])
  const hasMore = wanted < homes.length
  useEffect(() => {
    const { current } = end
    if (!hasMore || current === null) return undefined
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setWanted((last) => last + STEP)
    })
    seen.observe(current)
    return () => seen.disconnect()
  }, [hasMore, wanted])
  const more = hasMore && (
    <div ref={end} class="found-more">
      <Button onClick={() => setWanted((last) => last + STEP)}>Show more homes</Button>
    </div>
  )
  return [useIsPrinting() ? homes : homes.slice(0, wanted), more] as const
}
