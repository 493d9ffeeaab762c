import type { ComponentChildren } from 'preact'
import { useCallback } from 'preact/hooks'
import { store, useStore } from '../service/store.ts'
import { VIEWS, type View } from '../views.ts'

/** Where the page stands: a path below /console, without a slash at its end, and its query. */
export interface Place {
  readonly path: string
  readonly search: string
}

const BASE = '/console'

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

/** `to` is a path below /console, with a query or without. `replace` leaves no step to go back to. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', BASE + to)
  else history.pushState(null, '', BASE + to)
  place.set(here())
}

/** The view at a path, and what stood in the places of its names. */
export function viewAt(path: string): { readonly view: View; readonly at: Record<string, string> } | undefined {
  const parts = (path === '' ? (VIEWS[0]?.path ?? '') : path).split('/')
  for (const view of VIEWS) {
    const pattern = view.path.split('/')
    if (parts.length > pattern.length || !pattern.every((name, i) => fits(name, parts[i]))) continue
    const named = parts.flatMap((part, i) => {
      const name = /^:(\w+)/.exec(pattern[i] ?? '')?.[1]
      return name === undefined ? [] : [[name, decoded(part)]]
    })
    return { view, at: Object.fromEntries(named) }
  }
  return undefined
}

function fits(name: string, part: string | undefined): boolean {
  return part === undefined ? name.endsWith('?') : name.startsWith(':') || name === part
}

/** Where a view opens that is reached without naming anything. */
export function pathTo({ path }: View): string {
  return path.replace(/\/:\w+\?$/, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The query of the page's address, which is the state of a view: a link to it, and the way back, show the same. Values
 * that are empty are left out.
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

interface LinkProps {
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly label?: string
  /** It leads to where the page stands. */
  readonly isCurrent?: boolean
}

/** A link within the console; opened in a new tab it works as any other. */
export function Link({ to, children, class: look, label, isCurrent }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={BASE + to} class={look} aria-label={label} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
