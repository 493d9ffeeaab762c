import { oncePer } from '../base/once-per.ts'
import { Recent } from '../base/recent.ts'
import { nearestName } from '../base/sentence.ts'
import { type Meant, nameWith, otherNamesOf } from './other-names.ts'
import type { Parameter, Parameters } from './parameter.ts'

/** Unknown names are cut to this length for comparing and caching. */
const MAX_LETTERS = 80

/** Maximum number of cached suggestions. Programs send the same unknown names with every call. */
const MAX_KEPT = 1000

/** A parameter, its name in queries and its name among the arguments. */
export interface Declared {
  readonly name: string
  readonly argument: string
  readonly parameter: Parameter<unknown>
}

/**
 * Facts about the parameters of an operation. They are computed once, so that a call only costs time for the parameters
 * that it sends.
 */
export interface Known {
  /** The arguments of a call without parameters. */
  readonly fallbacks: Readonly<Record<string, unknown>>
  readonly required: readonly Declared[]
  readonly byName: ReadonlyMap<string, Declared>
  readonly meant: (written: string) => Meant | undefined
  /** For some unknown names, a sentence that says what to do instead. */
  readonly elsewhere: Readonly<Record<string, string>>
  /** Caches the closest known name for unknown names. */
  readonly nearest: Recent<string, { readonly name: string | undefined }>
}

export const knownOf = oncePer((parameters: Parameters): Known => {
  const all = Object.entries(parameters).map(
    ([name, parameter]): Declared => ({ name, argument: parameter.declaredAs ?? name, parameter }),
  )
  return {
    fallbacks: Object.fromEntries(all.map(({ argument, parameter }) => [argument, parameter.fallback])),
    required: all.filter(({ parameter }) => parameter.required),
    byName: new Map(all.map((declared) => [declared.name, declared])),
    meant: otherNamesOf(parameters),
    elsewhere: Object.assign(Object.create(null), ...all.map(({ parameter }) => parameter.elsewhere)),
    nearest: new Recent(MAX_KEPT),
  }
})

/** Returns the known name closest to an unknown name, if any known name is close. */
export function nearestOf(name: string, known: Known): string | undefined {
  const unknown = name.slice(0, MAX_LETTERS)
  const names = [...known.byName.keys()]
  return known.nearest.of(unknown, () => ({ name: nearestName(unknown, names) ?? nameWith(unknown, names) })).name
}
