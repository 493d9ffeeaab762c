/**
 * The parts of a record that fields fill, by field: `title`, `host.id`, or `phones[].type` of each element of a list.
 * Required fields need not stand here: every mapping has them.
 */
export type Fills = Readonly<Record<string, string | readonly string[]>>

/** What tells the elements of a list apart, for parts such as `phones[].type`. */
export type ElementKeys = Readonly<Record<string, (element: never) => string>>

/** Parts of parts; `true`: the whole of it. */
type PartTree = Map<string, PartTree | true>

const TREES = new WeakMap<Fills, WeakMap<ReadonlySet<string>, PartTree>>()

/**
 * A record as an import tells of it, with what was known of the parts that no field of its mapping fills: a column that
 * a file does not have says nothing, while an empty cell says that a value is not known.
 */
export function withUnmapped<R extends object>(
  told: R,
  known: R,
  fills: Fills,
  mapped: ReadonlySet<string>,
  elementKeys: ElementKeys = {},
): R {
  return told === known ? told : (keptIn(told, known, treeOf(fills, mapped), elementKeys) as R) // parts of two of them
}

/** Of all rows of a file it is the same. */
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
    const known = tree.get(name)
    if (inner.length === 0) tree.set(name, true)
    else if (known !== true) {
      const branch = known ?? new Map<string, true>()
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
