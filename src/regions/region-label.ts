import type { Region } from '../model/region.ts'
import { hasNamesakes } from './metros.ts'

/** States that share their name with a city that people write without its state. */
const CITY_TOO: ReadonlySet<string> = new Set(['NY', 'WA'])

/**
 * A region's name as people write it: `Ballard, Seattle, WA`, `King County, WA`, `98103`, `Seattle-Tacoma-Bellevue metro`, `Austin metro, MN`.
 * `locate` understands every label as its region; only in the rare case that two regions share one it takes the city first.
 */
export function regionLabel({ type, name, city, state }: Region): string {
  switch (type) {
    case 'city':
    case 'county':
      return joined(name, state)
    case 'neighborhood':
      return joined(name, city, state)
    case 'metro':
      return hasNamesakes(name) ? `${name} metro, ${state}` : `${name} metro`
    case 'state':
      return CITY_TOO.has(state) ? `${name} State` : name
    case 'zipcode':
    case 'country':
      return name
  }
}

function joined(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(', ')
}

export const MOST_ALTERNATIVES = 10

/** Labels of other regions than the one found, at most ten; where they share its label their type stands behind. */
export function otherLabels(found: Region | undefined, others: readonly Region[]): readonly string[] {
  const taken = found === undefined ? '' : regionLabel(found)
  const labels = new Set<string>()
  for (const region of others) {
    if (labels.size === MOST_ALTERNATIVES) break
    const label = regionLabel(region)
    if (region.key !== found?.key) labels.add(label === taken ? `${label} (${region.type})` : label)
  }
  return [...labels]
}
