/**
 * Returns a lookup by id. All ids requested in one turn of the event loop are read together: an answer that needs the
 * agents of fifty homes then waits for the database only once.
 */
export function gathering<Id, T>(
  read: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, T>>,
): (id: Id) => Promise<T | undefined> {
  let batch: { readonly ids: Set<Id>; readonly answer: Promise<ReadonlyMap<Id, T>> } | undefined
  const begin = () => {
    const ids = new Set<Id>()
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const answer = turn.then(() => {
      batch = undefined
      return read([...ids])
    })
    return { ids, answer }
  }
  return async (id) => {
    batch ??= begin()
    batch.ids.add(id)
    return (await batch.answer).get(id)
  }
}
