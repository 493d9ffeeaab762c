import type { ComponentType } from 'preact'

export interface ViewProps {
  /** What stood in the places of the path's names: `zpid` of `/homes/:zpid`. */
  readonly at: Readonly<Record<string, string>>
}

export interface View {
  /** Below /console; a part that begins with a colon stands for any text. */
  readonly path: string
  readonly title: string
  /** Its place in the navigation: the path of an icon of 24 by 24; views without one are reached from others. */
  readonly icon?: string
  /** Views of another area stand in the navigation only where the area is served. */
  readonly area?: 'B' | 'C'
  load(): Promise<ComponentType<ViewProps>>
}

/** Every view there is, in the order of the navigation; the first is the one that opens. */
export const VIEWS: readonly View[] = [
  {
    path: '/search',
    title: 'Search',
    icon: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
    load: async () => (await import('./views/search/search.tsx')).SearchView,
  },
]
