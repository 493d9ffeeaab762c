/**
 * The parts of a record that each field fills, such as `title`, `host.id`, or `phones[].type` in each list element.
 * Required fields may be missing, because every mapping has them.
 */
export type Fills = Readonly<Record<string, string | readonly string[]>>

/** Returns the key of a list element. Needed for parts such as `phones[].type`. */
export type ElementKeys = Readonly<Record<string, (element: never) => string>>

/** A tree of parts; `true` means the whole part. */
type PartTree = Map<string, PartTree | true>

const TREES = new WeakMap<Fills, WeakMap<ReadonlySet<string>, PartTree>>()

/**
 * Restores known parts that the import's mapping does not fill. A missing column says nothing; an empty cell means
 * "unknown".
 */
export function withUnmapped<R extends object>(
  told: R,
  known: R,
  fills: Fills,
  mapped: ReadonlySet<string>,
  elementKeys: ElementKeys = {},
): R {
  return told === known ? told : (keptIn(told, known, treeOf(fills, mapped), elementKeys) as R) // both parts are from R
}

/** Returns a cached tree, which all rows of a file share. */
function treeOf(fills: Fills, mapped: ReadonlySet<string>): PartTree {
  const trees = TREES.get(fills) ?? new WeakMap<ReadonlySet<string>, PartTree>()
  TREES.set(fills, trees)
  const tree = trees.get(mapped) ?? grownFrom(unmappedParts(fills, mapped))
  trees.set(mapped, tree)
  return tree
}

function unmappedParts(fills: Fills, mapped: ReadonlySet<string>): string[] {
  const filled = new Set([...mapped].flatMap((field) => fills[field] ?? []))
  return [...new Set(Object.values(fills).flat())].filter((part) => !filled.has(part))
}

function grownFrom(parts: readonly string[]): PartTree {
  const tree: PartTree = new Map()
  for (const part of parts.toSorted((a, b) => a.length - b.length)) {
    const [name = '', ...inner] = part.split('.')
    const existing = tree.get(name)
    if (inner.length === 0) tree.set(name, true)
    else if (existing !== true) {
      const branch = existing ?? new Map<string, true>()
      branch.set(inner.join('.'), true)
      tree.set(name, branch)
    }
  }
  return tree
}

function keptIn(told: object, known: object, tree: PartTree, elementKeys: ElementKeys): object {
  const kept: Record<string, unknown> = { ...told }
  for (const [part, inner] of tree) {
    const name = part.replace('[]', '')
    const [before, now] = [Reflect.get(known, name) as unknown, kept[name]]
    if (before === undefined) continue
    if (inner === true) kept[name] = before
    else if (part === name) {
      const rest = keptIn(now ?? {}, before as object, inner, elementKeys)
      if (now !== undefined || Object.keys(rest).length > 0) kept[name] = rest
    } else if (!tree.has(name) && Array.isArray(before) && Array.isArray(now)) {
      kept[name] = elementsKept(now, before, inner, elementKeys[name])
    }
  }
  return kept
}

function elementsKept(
  told: readonly object[],
  known: readonly object[],
  tree: PartTree,
  keyOf: ElementKeys[string] = () => '',
): object[] {
  const byKey = new Map(known.map((element) => [keyOf(element as never), element]))
  return told.map((element) => {
    const before = byKey.get(keyOf(element as never))
    return before === undefined ? element : keptIn(element, before, tree, {})
  })
}
