import { store, useStore } from '../../service/store.ts'

export type Layout = 'split' | 'list' | 'table' | 'map'

const LAYOUTS: readonly { readonly name: Layout; readonly title: string; readonly icon: string }[] = [
  { name: 'split', title: 'List and map', icon: 'M4 5h16v14H4zM12 5v14M6.5 9h3M6.5 12.5h3' },
  { name: 'list', title: 'List', icon: 'M4 5h6v6H4zM4 14h6v5H4zM13 7h7M13 16.5h7' },
  { name: 'table', title: 'Table', icon: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14' },
  { name: 'map', title: 'Map', icon: 'M9 4 4 6v14l5-2 6 2 5-2V4l-5 2zM9 4v14M15 6v14' },
]

const NARROW = matchMedia('(max-width: 60rem)')
const isNarrow = store(NARROW.matches)
NARROW.addEventListener('change', () => isNarrow.set(NARROW.matches))

/**
 * Returns the layout. List and map are side by side if there is room. A phone shows the map before the first search,
 * then the list.
 */
export function useLayout(asked: URLSearchParams, isAsked: boolean): Layout {
  const narrow = useStore(isNarrow)
  const given = asked.get('layout')
  const layout = LAYOUTS.find(({ name }) => name === given)?.name ?? 'split'
  if (layout !== 'split' || !narrow) return layout
  return isAsked ? 'list' : 'map'
}

export function LayoutSwitch({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) {
  return (
    <fieldset class="icons layouts">
      <legend class="unseen">Layout</legend>
      {LAYOUTS.map(({ name, title, icon }) => (
        <button
          key={name}
          type="button"
          class={`layout-${name}`}
          aria-pressed={name === layout}
          aria-label={title}
          title={title}
          onClick={() => onChange(name)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
        </button>
      ))}
    </fieldset>
  )
}
