import type { Range } from '../../../../kit/params/index.ts'
import type { Box, RegionChoice } from './forms.ts'
import type { ChoiceName, RangeName, SwitchName } from './keys.ts'
import type { Entry, Notes } from './notes.ts'

/** The filters of one part of a URL (its path or its JSON), by name. */
export interface UrlFilters {
  readonly switches: Map<SwitchName, Entry<boolean>>
  readonly ranges: Map<RangeName, Entry<Range>>
  readonly choices: Map<ChoiceName, Entry<string>>
  readonly where: UrlPlace
  category?: Entry<string>
  page?: Entry<number>
}

/** The place that one part of a URL (its path or its JSON) names. */
export interface UrlPlace {
  regions: Entry<RegionChoice>[]
  bounds?: Entry<Box>
  /** The text in the search box. */
  term?: Entry<string>
  /** The name of a place, or its path segment, such as `austin-tx-78703`. */
  place?: Entry<string>
  /** Set if a named place is malformed or unknown to this catalog. */
  unresolved: boolean
}

export function noFilters(): UrlFilters {
  return { switches: new Map(), ranges: new Map(), choices: new Map(), where: { regions: [], unresolved: false } }
}

/** URL keys that form one filter together. If the JSON has any of them, it overrides all of them in the path. */
const STATUS: readonly SwitchName[] = ['fr', 'rs']
const TYPES: readonly SwitchName[] = ['ah', 'sf', 'tow', 'mf', 'con', 'apa', 'apco', 'land', 'manu']
const GROUPS = [STATUS, TYPES]

/** Merges the filters of path and JSON; the JSON takes precedence. Other functions merge places and pages. */
export function merge(
  path: UrlFilters,
  json: UrlFilters,
  notes: Notes,
): Pick<UrlFilters, 'switches' | 'ranges' | 'choices'> {
  const inJson = (name: SwitchName) =>
    (GROUPS.find((group) => group.includes(name)) ?? [name]).some((member) => json.switches.has(member))
  return {
    switches: overlay(path.switches, json.switches, inJson, notes),
    ranges: overlay(path.ranges, json.ranges, (name) => json.ranges.has(name), notes),
    choices: overlay(path.choices, json.choices, (name) => json.choices.has(name), notes),
  }
}

function overlay<N, V>(
  path: ReadonlyMap<N, Entry<V>>,
  json: ReadonlyMap<N, Entry<V>>,
  inJson: (name: N) => boolean,
  notes: Notes,
): Map<N, Entry<V>> {
  const overridden = [...path].filter(([name]) => inJson(name))
  for (const key of new Set(overridden.map(([, entry]) => entry.key)))
    notes.leaveOut(key, 'the JSON takes precedence over the path.')
  return new Map([...path].filter(([name]) => !inJson(name)).concat([...json]))
}
