/** Outlines on a ground line at y = 40, in a viewBox of 60 by 40: walls, then roof. */
const SHAPES = {
  house: { walls: 'M16 24h28v16H16zM27 40v-9h6v9M20 28h4v4h-4zM36 28h4v4h-4z', roof: 'M12 25 30 12l18 13z' },
  flats: {
    walls: 'M18 8h24v32H18zM23 13h4v4h-4zM33 13h4v4h-4zM23 21h4v4h-4zM33 21h4v4h-4zM23 29h4v4h-4zM33 29h4v4h-4z',
    roof: 'M16 6h28v2H16z',
  },
  land: { walls: 'M8 40 20 30h26l10 10z', roof: 'M30 30V16M30 16c-6-2-8 4-6 8 3 3 9 3 12 0 2-4 0-10-6-8z' },
} as const

/** Homes built before 1940 have the first color, then 1980, then later; homes of unknown age the last one. */
const AGES = ['sold', 'rent', 'sale', 'accent'] as const

/** A drawing in place of a missing picture: the shape shows the home's type, the roof's color its age. */
export function DrawnHome({ type, yearBuilt }: { type: string; yearBuilt: number | undefined }) {
  const kind = /lot|land/i.test(type) ? 'land' : /condo|apartment|building|multi/i.test(type) ? 'flats' : 'house'
  const age = yearBuilt === undefined ? 3 : yearBuilt < 1940 ? 0 : yearBuilt < 1980 ? 1 : 2
  return (
    <svg class={`drawn-home of-${AGES[age]}`} viewBox="0 0 60 40" aria-hidden="true">
      <path d={SHAPES[kind].walls} />
      <path class="drawn-roof" d={SHAPES[kind].roof} />
      <path d="M0 39.5h60" />
    </svg>
  )
}
