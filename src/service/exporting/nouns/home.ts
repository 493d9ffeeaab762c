import { sourceName } from '../../../catalog/ports/source-name.ts'
import type { Home } from '../../../model/home.ts'
import { HOME_FIELD_NAMES, type HomeFieldName, homeField } from '../../../model/home-fields.ts'
import { featureLabel } from '../../../model/layer.ts'
import { OWNER_FIELDS, RESTATED_HOME_FIELDS } from '../../../model/left-out-fields.ts'
import { equityPercent, hasLien, lastDay } from '../../../model/recorded-events.ts'
import { type Cell, type Column, columnFor, textColumns } from '../column.ts'
import type { Beside, ExportedNoun } from '../exported-noun.ts'
import { homeValue, isHeld } from '../home-values.ts'

/**
 * Fields that are not exported. They name owners, repeat another field, name records outside the export, or only serve to move a
 * home to another installation of Plat.
 */
export const HOME_FIELDS_LEFT_OUT: readonly HomeFieldName[] = [
  ...RESTATED_HOME_FIELDS,
  'EventHistory',
  'AssessmentHistory',
  'FactsWithoutField',
  'ZipOrigin',
  ...OWNER_FIELDS,
]

/** The people who list the home, as answers name them. */
const LISTERS = ['ListAgentFullName', 'ListAgentPreferredPhone', 'ListAgentEmail', 'ListOfficeName', 'ListOfficePhone']

function listers({ listing }: Home, { get }: Beside): readonly Cell[] {
  const agent = listing?.listAgentId === undefined ? undefined : get('agent', listing.listAgentId)
  const office = agent?.officeId === undefined ? undefined : get('office', agent.officeId)
  return [agent?.name, agent?.phone, agent?.email, office?.name, office?.phone]
}

/** What searches filter by, computed from the recorded events. */
const OF_EVENTS: readonly Column[] = [
  { name: 'HasLienYN', kind: 'boolean' },
  { name: 'LastPermitDate', kind: 'date' },
  { name: 'LastDeedDate', kind: 'date' },
  { name: 'EquityPercent', kind: 'number' },
]

function ofEvents(home: Home): readonly Cell[] {
  const { recorded } = home
  if (recorded === undefined) return OF_EVENTS.map(() => undefined)
  return [hasLien(recorded), lastDay(recorded, 'Permit'), lastDay(recorded, 'Deed'), equityPercent(home)]
}

const EXPORTED = HOME_FIELD_NAMES.filter((name) => !HOME_FIELDS_LEFT_OUT.includes(name))
const VALUES = EXPORTED.map(homeValue)

/**
 * Exported fields without a function that reads them. A test checks that the list is empty.
 * @internal For tests.
 */
export const HOME_FIELDS_FORGOTTEN = EXPORTED.filter((name) => !isHeld(name))

export const exportedHomes: ExportedNoun<'home'> = {
  noun: 'home',
  plural: 'homes',
  idColumn: 'zpid',
  columns: [
    { name: 'zpid', kind: 'wholeNumber' },
    ...EXPORTED.map((name) => columnFor(name, homeField(name))),
    ...textColumns(...LISTERS, 'Source', 'Attribution'),
    { name: 'Layers', kind: 'list' },
    ...OF_EVENTS,
  ],
  cells: (home, beside) => [
    home.zpid,
    ...VALUES.map((read) => read(home)),
    ...listers(home, beside),
    home.source,
    sourceName(beside.about, home),
    home.layers?.map(featureLabel),
    ...ofEvents(home),
  ],
  pointOf: ({ point }) => point,
}
