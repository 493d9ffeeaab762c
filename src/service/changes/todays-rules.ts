import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { LoggedChange } from '../../catalog/ports/change-log.ts'
import type { Home } from '../../model/home.ts'
import { shownHome, withheldHome } from '../../model/shown-home.ts'

/**
 * Returns changes of homes as callers may see them today. If the source now forbids showing the address, no earlier
 * state shows where the home is. The last state of a removed home decides for all of its states. If the home's records
 * joined another home at the same place, that home decides too.
 */
export async function underTodaysRules<C extends Pick<LoggedChange<'home'>, 'id' | 'before' | 'after'>>(
  changes: readonly C[],
  { records, log }: Pick<Catalog, 'records' | 'log'>,
): Promise<readonly C[]> {
  const withheld = await withheldOf([...new Set(changes.map(({ id }) => id))], { records, log })
  return changes.map((change) => {
    const shown = withheld.has(change.id) ? withheldHome : shownHome
    const { before, after } = change
    return { ...change, before: before && shown(before), after: after && shown(after) }
  })
}

/** Whether a home is withheld, or was when it was removed, and which home its records joined. */
interface Standing {
  readonly isWithheld: boolean
  readonly joinedTo?: number | undefined
}

/**
 * Returns the ids of homes that are withheld, that were withheld when they were removed, or whose records joined such a
 * home.
 */
async function withheldOf(
  ids: readonly number[],
  { records, log }: Pick<Catalog, 'records' | 'log'>,
): Promise<ReadonlySet<number>> {
  const standings = new Map<number, Standing>()
  for (let asked = ids; asked.length > 0; ) {
    for (const brief of await records.briefs(asked)) standings.set(brief.zpid, { isWithheld: isWithheld(brief) })
    const gone = asked.filter((id) => !standings.has(id))
    const went = gone.map(async (id): Promise<readonly [number, Standing]> => {
      const [last] = await log.ofRecord('home', id, 1)
      return [id, { isWithheld: isWithheld(last?.before), joinedTo: last?.joinedTo }]
    })
    for (const [id, standing] of await Promise.all(went)) standings.set(id, standing)
    const joined = new Set(gone.flatMap((id) => standings.get(id)?.joinedTo ?? []))
    asked = [...joined].filter((id) => !standings.has(id))
  }
  return new Set(ids.filter((id) => followed(id, standings).some((standing) => standing.isWithheld)))
}

/** Returns the standing of a home and of each home that its records joined, in that order. */
function followed(id: number, standings: ReadonlyMap<number, Standing>): readonly Standing[] {
  const path = new Set<Standing>()
  for (let at = standings.get(id); at !== undefined && !path.has(at); ) {
    path.add(at)
    at = at.joinedTo === undefined ? undefined : standings.get(at.joinedTo)
  }
  return [...path]
}

function isWithheld(home: Pick<Home, 'address'> | undefined): boolean {
  return home?.address.undisclosed === true
}
