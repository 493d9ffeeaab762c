/**
 * Look-ups by id: all that are asked for in one turn of the event loop are read at once. An answer that names the agents
 * of fifty homes waits for the database once, and so do the answers that are made beside it.
 */
export function gathering<Id, T>(
  read: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, T>>,
): (id: Id) => Promise<T | undefined> {
  let gathered: { readonly ids: Set<Id>; readonly answer: Promise<ReadonlyMap<Id, T>> } | undefined
  const begin = () => {
    const ids = new Set<Id>()
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const answer = turn.then(() => {
      gathered = undefined
      return read([...ids])
    })
    return { ids, answer }
  }
  return async (id) => {
    gathered ??= begin()
    gathered.ids.add(id)
    return (await gathered.answer).get(id)
  }
}
