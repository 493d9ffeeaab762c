import type { ParameterError } from '../../../kit/base/failure.ts'
import { optional, type Parameter, type Parameters, type Rule } from '../../../kit/params/index.ts'
import type { AreaKind } from './area.ts'
import { searchByAddress } from './by-address.ts'
import { byCoordinates } from './by-coordinates.ts'
import { byMapBounds } from './by-map-bounds.ts'
import { byPolygon } from './by-polygon.ts'

/** Every kind of area search. The sent parameters decide which of them a request means. */
const KINDS: readonly AreaKind[] = [searchByAddress, byPolygon, byCoordinates, byMapBounds]

export const areaParameters: Parameters = Object.assign({}, ...KINDS.map(({ parameters }) => asOptional(parameters)))

function asOptional(parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { shape, doc, unlogged }]) => [
      name,
      { ...optional(shape, doc), ...(unlogged && { unlogged }) },
    ]),
  )
}

const AREAS = KINDS.map((kind) => Object.keys(kind.parameters).join(', ')).join('; ')

/** Returns the kinds of search that have at least one of the sent parameters. */
function kindsIn(args: Readonly<Record<string, unknown>>): readonly AreaKind[] {
  return KINDS.filter((kind) => Object.keys(kind.parameters).some((name) => args[name] !== undefined))
}

/** Returns the kind of search whose area is sent; undefined if no area or more than one is sent. */
export function areaKindOf(args: Readonly<Record<string, unknown>>): AreaKind | undefined {
  const given = kindsIn(args)
  return given.length === 1 ? given[0] : undefined
}

export const oneArea: Rule<Parameters> = {
  doc: `Send exactly one complete area: ${AREAS}.`,
  check: (args): ParameterError | undefined => {
    const kind = areaKindOf(args)
    const missing = Object.keys(kind?.parameters ?? {}).filter((name) => args[name] === undefined)
    if (kind && missing.length === 0) return undefined
    const names = Object.keys(areaParameters)
    const given = names.filter((name) => args[name] !== undefined)
    const detail = kind
      ? `Cannot use ${given.join(', ')} without ${missing.join(', ')}`
      : `Cannot determine the area from ${given.join(', ') || 'nothing'}`
    return {
      parameter: missing[0] ?? given[0] ?? 'location',
      code: given.length > 1 && !kind ? 'param.invalid' : 'param.missing',
      detail: `${detail}: send exactly one of ${AREAS}.`,
    }
  },
}

export const oneAreaAtMost: Rule<Parameters> = {
  doc: `Send at most one area, and send all of its parameters: ${AREAS}.`,
  check: (args) => (kindsIn(args).length === 0 ? undefined : oneArea.check(args)),
}

/** The rules of each kind of area search. A rule is checked only if its kind of area was sent. */
export const areaRules: readonly Rule<Parameters>[] = KINDS.flatMap((kind) =>
  kind.rules.map((rule) => ({
    ...rule,
    check: (args) => (areaKindOf(args) === kind && oneArea.check(args) === undefined ? rule.check(args) : undefined),
  })),
)

export function withoutDefault({ shape, only }: Parameter<unknown>, doc: string): Parameter<unknown> {
  return optional(shape, doc, only)
}

/** Adds listingType with the default of this kind of area. */
export function withListingType<A extends Readonly<Record<string, unknown>>>(args: A, kind: AreaKind): A {
  return { ...args, listingType: args.listingType ?? kind.filters.parameters.listingType?.fallback }
}
