import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { LoggedChange } from '../../catalog/ports/change-log.ts'
import type { Home } from '../../model/home.ts'
import { shownHome, withheldHome } from '../../model/shown-home.ts'

/**
 * Changes of homes as callers may see them today: if the source now forbids showing the address, no earlier state shows
 * where the home is. The last state of a home that is gone decides for all of its states.
 */
export async function underTodaysRules<C extends Pick<LoggedChange<'home'>, 'id' | 'before' | 'after'>>(
  changes: readonly C[],
  { records, log }: Pick<Catalog, 'records' | 'log'>,
): Promise<readonly C[]> {
  const ids = new Set(changes.map(({ id }) => id))
  const isWithheldById = new Map<number, boolean>()
  const note = (id: number, home: Pick<Home, 'address'> | undefined) =>
    isWithheldById.set(id, home?.address.undisclosed === true)
  for (const brief of await records.briefs([...ids])) note(brief.zpid, brief)
  const gone = [...ids].filter((id) => !isWithheldById.has(id))
  await Promise.all(gone.map(async (id) => note(id, (await log.ofRecord('home', id, 1))[0]?.before)))
  return changes.map((change) => {
    const shown = isWithheldById.get(change.id) === true ? withheldHome : shownHome
    const { before, after } = change
    return { ...change, before: before && shown(before), after: after && shown(after) }
  })
}
