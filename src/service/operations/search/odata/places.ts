import { COUNTY_WORD, countyName } from '../../../../places/regions/county-name.ts'
import { STATES } from '../../../../places/regions/states.ts'
import { allOf, anyOf, type HasField, isOneOf, type Term } from './terms.ts'

/** How an answer tells that a location was understood: `locations` of searches by address. */
export interface UnderstoodPlace {
  readonly found?: boolean
  readonly type?: string | null
  readonly name?: string | null
}

/**
 * In one of the places, by the names in addresses; undefined where one of them has no name there, such as a metro.
 * A place that was not found has no homes.
 */
export function placesTerm(places: readonly UnderstoodPlace[], has: HasField): Term | undefined {
  const terms: Term[] = []
  for (const place of places) {
    if (place.found === false) continue
    const names = namesIn(place)
    if (names === undefined) return undefined
    const written = allOf(Object.entries(names).map(([field, name]) => has(field) && isOneOf(field, [name])))
    terms.push(typeof written === 'string' && written.includes(' and ') ? `(${written})` : written)
  }
  const term = anyOf(terms)
  return terms.length === 1 && typeof term === 'string' ? term.replace(/^\((.*)\)$/, '$1') : term
}

/** The names of a place by the fields of addresses. */
function namesIn({ type, name }: UnderstoodPlace): Readonly<Record<string, string>> | undefined {
  const [, around = '', zipcode] = /^(?:(.*) )?(\d{5})$/.exec(name ?? '') ?? []
  switch (type) {
    case 'country':
      return {}
    case 'state': {
      const state = STATES.find((each) => each.name === name || `${each.name} State` === name)
      return state && { StateOrProvince: state.code }
    }
    case 'zipcode': {
      const names = around === '' ? {} : namesOf(around.split(', '))
      return zipcode === undefined ? undefined : names && { ...names, PostalCode: zipcode }
    }
    case 'county':
    case 'city':
    case 'neighborhood':
      return namesOf((name ?? '').split(', '), type)
    default:
      return undefined
  }
}

/** `Ballard, Seattle, King County, WA`, the first of a type. */
function namesOf(parts: readonly string[], type?: string): Readonly<Record<string, string>> | undefined {
  const state = parts.at(-1) ?? ''
  if (parts.length < 2 || !STATES.some(({ code }) => code === state)) return undefined
  const names = parts.slice(0, -1)
  const last = names.at(-1) ?? ''
  const isCountyLast = names.length === 1 && type !== undefined ? type === 'county' : COUNTY_WORD.test(last)
  const county = isCountyLast ? names.pop() : undefined
  const city = names.pop()
  if (names.length > 0) return undefined // neighborhoods
  return {
    ...(city !== undefined && { City: city }),
    ...(county !== undefined && { CountyOrParish: countyName(county) }),
    StateOrProvince: state,
  }
}
