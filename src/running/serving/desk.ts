import { Holdings } from '../../doors/http/load/service-lane.ts'
import { AreaDays } from '../../doors/http/routes/area-days.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { Desk, type DeskParts } from '../operating/desk.ts'
import { Reader } from '../operating/reader.ts'
import type { CrewParts } from './crew.ts'
import { dataClocksOf } from './data-clocks.ts'
import { accessUrlOf, databaseOf } from './database.ts'

type DeskSources = Omit<CrewParts, 'desk' | 'audit' | 'counts' | 'tiles'> & Pick<DeskParts, 'counted'>

/** Returns the object that makes the operators' pages at `/operator/…`. */
export function openDesk({
  settings,
  words,
  lane,
  catalog,
  access,
  subscriptions,
  clock,
  log,
  counted,
}: DeskSources): Desk {
  const holdings = new Holdings(lane)
  const days = new AreaDays({ catalog, clock, log, words }, dataClocksOf(settings, catalog, clock))
  const primary = databaseOf(settings)
  const database = primary && { catalog: primary, access: { ...primary, url: accessUrlOf(settings) } }
  return new Desk({
    reader: new Reader(settings.data, database),
    counter: new Reader(settings.data, database, 0),
    clock,
    catalog,
    changedMs: () => catalog.changedMs?.(),
    today: () => days.all(),
    counted,
    connections: () => holdings.total('connections'),
    connectionsLimit: settings.connections,
    plans: () => access.plans(),
    endSearches: (keyId) => subscriptions.endKey(keyId),
    startedMs: clock.now() - process.uptime() * 1000,
    openHere: isOpenHere(settings),
  })
}

/**
 * Whether requests from this machine see the operators' pages without a key. False if a proxy may exist, because a
 * proxied request can look like a local request.
 */
export function isOpenHere(settings: Settings): boolean {
  return settings.operatorPages === 'here' && !settings.trustProxy && settings.publicName === ''
}
