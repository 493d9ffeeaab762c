import { useCallback, useEffect } from 'preact/hooks'
import { store, useStore } from './store.ts'

/** The location of the page: a path below /console without a trailing slash, and its query. */
export interface Place {
  readonly path: string
  readonly search: string
}

/** The path below which all pages of the console lie. */
export const BASE = '/console'

const place = store<Place>(here())
addEventListener('popstate', () => place.set(here()))

function here(): Place {
  const { pathname, search } = location
  const below = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : ''
  return { path: below.replace(/\/+$/, ''), search }
}

export function usePlace(): Place {
  return useStore(place)
}

/** Navigates to a path below /console, with or without a query. `replace` adds no history entry. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', BASE + to)
  else history.pushState(null, '', BASE + to)
  place.set(here())
}

/**
 * The query of the page's address. It stores the state of a view, so that links and the back button restore it. Empty
 * values are left out.
 */
export function usePageQuery(): readonly [
  URLSearchParams,
  (change: Record<string, string>, replace?: boolean) => void,
] {
  const { path, search } = usePlace()
  const change = useCallback(
    (values: Record<string, string>, replace = false) => {
      const next = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(values)) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      go(next.size === 0 ? path : `${path}?${next}`, replace)
    },
    [path],
  )
  return [new URLSearchParams(search), change]
}

let searched: string | undefined

/** Remembers the address of the results that are shown, for a link back to them. */
export function rememberSearch(search: string): void {
  searched = search
}

/** Returns the query of the latest search page; undefined if none was open since the page was loaded. */
export function lastSearch(): string | undefined {
  return searched
}

/** Names the page's subject, such as an address, in the title of the browser tab. */
export function useTitle(view: string, subject = ''): void {
  useEffect(() => {
    document.title = [subject, view, 'Plat'].filter((part) => part !== '').join(' · ')
  }, [view, subject])
}
