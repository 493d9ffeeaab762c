import { useEffect, useState } from 'preact/hooks'

/** A value that several parts of the page observe. */
export interface Store<T> {
  get(): T
  set(value: T): void
  /** Returns a function that stops following. */
  follow(look: () => void): () => void
}

export function store<T>(first: T): Store<T> {
  let value = first
  const looks = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const look of looks) look()
    },
    follow(look) {
      looks.add(look)
      return () => looks.delete(look)
    },
  }
}

export function useStore<T>(of: Store<T>): T {
  const [, redraw] = useState({})
  const value = of.get()
  useEffect(() => {
    const look = () => redraw({})
    if (of.get() !== value) look() // the value may have changed before `follow` ran
    return of.follow(look)
  }, [of])
  return value
}

/**
 * Runs code that accesses the browser's storage. If the browser forbids storage, values last only as long as the page.
 */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
