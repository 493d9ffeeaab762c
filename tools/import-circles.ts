/** For each file, the files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/**
 * Returns the sets of files that import each other in a circle (strongly connected components, by Tarjan's algorithm).
 */
export function circlesIn(graph: ImportGraph): string[][] {
  const visits = new Map<string, { readonly order: number; lowest: number; isOpen: boolean }>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string) => {
    const own = { order: visits.size, lowest: visits.size, isOpen: true }
    visits.set(file, own)
    open.push(file)
    for (const target of graph.get(file) ?? []) {
      const other = visits.get(target) ?? visit(target)
      if (other.isOpen) own.lowest = Math.min(own.lowest, other.lowest)
    }
    if (own.lowest === own.order) {
      const circle = open.splice(open.indexOf(file))
      for (const each of circle) (visits.get(each) ?? own).isOpen = false
      if (circle.length > 1) circles.push(circle.sort())
    }
    return own
  }
  for (const file of graph.keys()) if (!visits.has(file)) visit(file)
  return circles
}
