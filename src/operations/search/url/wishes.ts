import type { Range } from '../../../params/index.ts'
import type { Box, RegionChoice } from './forms.ts'
import type { ChoiceName, RangeName, SwitchName } from './keys.ts'
import type { Entry, Notes } from './notes.ts'

/** What one part of a URL asks for, be it the path or the JSON, by the names of filters. */
export interface Wishes {
  readonly switches: Map<SwitchName, Entry<boolean>>
  readonly ranges: Map<RangeName, Entry<Range>>
  readonly choices: Map<ChoiceName, Entry<string>>
  readonly where: WhereWishes
  category?: Entry<string>
  page?: Entry<number>
}

/** What it says of the place. */
export interface WhereWishes {
  regions: Entry<RegionChoice>[]
  bounds?: Entry<Box>
  /** As it was typed into the search box. */
  term?: Entry<string>
  /** A place by its name, or by the piece of a path that stands for it: `austin-tx-78703`. */
  place?: Entry<string>
  /** It says something of the place that cannot be read or that no catalogue knows. */
  lost: boolean
}

export function noWishes(): Wishes {
  return { switches: new Map(), ranges: new Map(), choices: new Map(), where: { regions: [], lost: false } }
}

/** Switches that together make one filter: where the JSON has one of them, what the path says of the others is void. */
const STATUS: readonly SwitchName[] = ['fr', 'rs']
const TYPES: readonly SwitchName[] = ['ah', 'sf', 'tow', 'mf', 'con', 'apa', 'apco', 'land', 'manu']
const GROUPS = [STATUS, TYPES]

/** The JSON wins over the path when both say something. Places and pages have rules of their own. */
export function merged(path: Wishes, json: Wishes, notes: Notes): Pick<Wishes, 'switches' | 'ranges' | 'choices'> {
  const inJson = (name: SwitchName) =>
    (GROUPS.find((group) => group.includes(name)) ?? [name]).some((member) => json.switches.has(member))
  return {
    switches: over(path.switches, json.switches, inJson, notes),
    ranges: over(path.ranges, json.ranges, (name) => json.ranges.has(name), notes),
    choices: over(path.choices, json.choices, (name) => json.choices.has(name), notes),
  }
}

function over<N, V>(
  path: ReadonlyMap<N, Entry<V>>,
  json: ReadonlyMap<N, Entry<V>>,
  inJson: (name: N) => boolean,
  notes: Notes,
): Map<N, Entry<V>> {
  const beaten = [...path].filter(([name]) => inJson(name))
  for (const key of new Set(beaten.map(([, entry]) => entry.key))) notes.leaveOut(key, 'the JSON goes before the path.')
  return new Map([...path].filter(([name]) => !inJson(name)).concat([...json]))
}
