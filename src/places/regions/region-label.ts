import type { Region } from '../../model/region.ts'
import { hasNamesakes } from './metros.ts'

/** States whose name usually means the city if no other word follows. */
const CITY_TOO: ReadonlySet<string> = new Set(['NY', 'WA'])

/**
 * Returns a region's name as people write it: `Ballard, Seattle, WA`, `King County, WA`, `98103`, `Austin metro, MN`,
 * `Seattle-Tacoma-Bellevue metro`. `locate` finds the region from this label. If two regions have the same label,
 * `locate` finds the city.
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

export const MAX_ALTERNATIVES = 10

/** At most ten labels, and the total number of labels if there are more. */
interface OtherLabels {
  readonly alternatives: readonly string[]
  readonly alternativeCount?: number
}

/**
 * Returns labels of all regions except the chosen one. If a label equals the chosen region's label, it also gets the
 * type of its region.
 */
export function otherLabels(chosen: Region | undefined, others: readonly Region[]): OtherLabels {
  const taken = chosen === undefined ? '' : regionLabel(chosen)
  const labels = new Set<string>()
  for (const region of others) {
    const label = regionLabel(region)
    if (region.key !== chosen?.key) labels.add(label === taken ? `${label} (${region.type})` : label)
  }
  const alternatives = [...labels].slice(0, MAX_ALTERNATIVES)
  return labels.size > alternatives.length ? { alternatives, alternativeCount: labels.size } : { alternatives }
}
