import { Fault, type ParameterError } from '../base/failure.ts'
import { type Parameters, type Parsed, parse, type Rule, refuseIgnored } from '../params/index.ts'
import { decodeQuery } from './query.ts'

interface Declared {
  readonly parameters: Parameters
  readonly rules: readonly Rule<Parameters>[]
}

/**
 * Reads a raw query against a declaration. Everything wrong stands in one Fault; with `strict`, so does every parameter
 * that does not exist.
 */
export function readArguments(declared: Declared, rawQuery: string, strict: boolean): Parsed<Parameters> {
  const { parameters, rules } = declared
  const query = decodeQuery(rawQuery)
  if (!strict) return parse(parameters, rules, query)
  const errors: ParameterError[] = []
  const parsed = collecting(errors, () => parse(parameters, rules, query))
  const unknown = query.map(([name]) => name).filter((name) => !Object.hasOwn(parameters, name))
  collecting(errors, () => refuseIgnored([...new Set(unknown)], Object.keys(parameters)))
  if (parsed !== undefined && errors.length === 0) return parsed
  throw new Fault('param.invalid', errors.map(({ detail }) => detail).join(' '), { errors })
}

/** Runs one check; the parameter errors of its Fault are added to the others. */
function collecting<T>(errors: ParameterError[], check: () => T): T | undefined {
  try {
    return check()
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.extras.errors === undefined) throw fault
    errors.push(...fault.extras.errors)
    return undefined
  }
}
