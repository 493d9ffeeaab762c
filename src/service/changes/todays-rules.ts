import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { LoggedChange } from '../../catalog/ports/change-log.ts'
import type { Home } from '../../model/home.ts'
import { shownHome, withheldHome } from '../../model/shown-home.ts'

/**
 * Returns changes of homes as callers may see them today. If a home's source now forbids showing the address, none of
 * its earlier states shows its place. For a removed home, its last state decides. If its records were merged into
 * another home, the other home decides too.
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

/**
 * Whether a home's source forbids showing the address. For a removed home, whether it forbade this when the home was
 * removed. `joinedTo`: the home into which its records were merged.
 */
interface Standing {
  readonly isWithheld: boolean
  readonly joinedTo?: number | undefined
}

/**
 * Returns the ids of homes whose place must be hidden. Their source forbids showing the address, or forbade it when the
 * home was removed. A home is hidden too if its records were merged into a hidden home.
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

/** Returns the `Standing` of a home, then of each home into which its records were merged. */
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
