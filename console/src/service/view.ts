import type { ComponentType } from 'preact'

export interface ViewProps {
  /** Values of the path's placeholders, such as `zpid` in `/homes/:zpid`. */
  readonly at: Readonly<Record<string, string>>
}

export interface View {
  /** A path below /console. A segment that starts with a colon is a placeholder. A trailing `?` makes it optional. */
  readonly path: string
  readonly title: string
  /** The SVG path of a 24 by 24 icon in the navigation. Views without an icon are not in the navigation. */
  readonly icon?: string
  /** The navigation shows this view only to people who may see the pages for operators. */
  readonly isForOperators?: true
  load(): Promise<ComponentType<ViewProps>>
}

/** Returns the view at a path, and the values of the path's placeholders. */
export function viewAt(
  path: string,
  views: readonly View[],
): { readonly view: View; readonly at: Record<string, string> } | undefined {
  const parts = (path === '' ? (views[0]?.path ?? '') : path).split('/')
  for (const view of views) {
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

/** Returns the path of a view without its placeholders. */
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
