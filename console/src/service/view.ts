import type { ComponentType } from 'preact'

export interface ViewProps {
  /** The texts in the places of the path's names, such as `zpid` of `/homes/:zpid`. */
  readonly at: Readonly<Record<string, string>>
}

export interface View {
  /** Below /console; a part that begins with a colon stands for any text, one that also ends with ? for none as well. */
  readonly path: string
  readonly title: string
  /** Its place in the navigation: the path of an icon of 24 by 24; views without one are reached from others. */
  readonly icon?: string
  /** It stands in the navigation only for those who may see the pages for operators. */
  readonly isForOperators?: true
  load(): Promise<ComponentType<ViewProps>>
}

/** Returns the view at a path, and the texts in the places of its names. */
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

/** Returns the path of a view without any names. */
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
