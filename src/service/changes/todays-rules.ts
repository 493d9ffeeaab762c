import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { LoggedChange } from '../../catalog/ports/change-log.ts'
import type { Home } from '../../model/home.ts'

/**
 * Changes of homes as they may be told today: where the source forbids now that an address is shown, no earlier state
 * shows it or where it is, and where it allows that again, all of them may. Of a home that is gone, its last state says.
 */
export async function underTodaysRules<C extends Pick<LoggedChange<'home'>, 'id' | 'before' | 'after'>>(
  changes: readonly C[],
  { records }: Pick<Catalog, 'records'>,
): Promise<readonly C[]> {
  const briefs = await records.briefs([...new Set(changes.map(({ id }) => id))])
  const isForbiddenById = new Map(briefs.map(({ zpid, address }) => [zpid, address.undisclosed === true]))
  return changes.map((change) => {
    const { id, before, after } = change
    const isForbidden = isForbiddenById.get(id) ?? (after ?? before)?.address.undisclosed === true
    return { ...change, before: told(before, isForbidden), after: told(after, isForbidden) }
  })
}

function told(home: Home | undefined, isForbidden: boolean): Home | undefined {
  if (home === undefined || (home.address.undisclosed === true) === isForbidden) return home
  const { undisclosed: _then, ...address } = home.address
  return { ...home, address: isForbidden ? { ...address, undisclosed: true } : address }
}
