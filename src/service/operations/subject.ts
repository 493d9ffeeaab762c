import type { Catalog } from '../../catalog/ports/catalog.ts'
import { type FailureCode, Fault } from '../../kit/base/failure.ts'
import { type Args, optional, quote, text } from '../../kit/params/index.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import { type EmptyContainer, HOME_FAILURES, HOME_IDENTIFIERS, identifyHome } from './identify.ts'

/** The parameters that identify a home or a building. One of them is enough. */
export const PLACE_IDENTIFIERS = {
  ...HOME_IDENTIFIERS,
  bylotid: optional(text(200, 'Tz4kQ9xLw2Vb7NfR'), 'Id of a building. Used if you send nothing else.'),
}

export const PLACE_FAILURES: readonly FailureCode[] = [...HOME_FAILURES, 'building.unknown']

export type Subject =
  | { readonly kind: 'home'; readonly home: Home }
  | { readonly kind: 'building'; readonly building: Building }

export function recordOf(subject: Subject): Home | Building {
  return subject.kind === 'home' ? subject.home : subject.building
}

/**
 * Finds the record by its identifiers. The id takes precedence over the URL, then the address, then the id of a
 * building.
 */
export async function identifySubject(
  { bylotid, ...ofHome }: Args<typeof PLACE_IDENTIFIERS>,
  catalog: Catalog,
  empty: EmptyContainer,
): Promise<Subject> {
  const namesHome = Object.values(ofHome).some((value) => value !== undefined)
  if (namesHome || bylotid === undefined) return { kind: 'home', home: await identifyHome(ofHome, catalog, empty) }
  const building = await catalog.records.get('building', bylotid)
  if (building) return { kind: 'building', building }
  throw new Fault('building.unknown', `404: no building in this catalog has the id ${quote(bylotid)}.`, {
    container: empty,
  })
}
