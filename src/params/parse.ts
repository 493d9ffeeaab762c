import { Fault, type ParameterError } from '../base/failure.ts'
import { clip, nearestName, quote } from '../base/sentence.ts'
import { format } from './format.ts'
import type { Args, Parameter, Parameters, Rule } from './parameter.ts'
import { Refusal } from './shape.ts'

export { nearestName, quote }

/** A query string taken apart: names and values decoded, in the order written. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

/**
 * What becomes of a call that is not entirely as it should be. What cannot be read is refused, but with `lenient`
 * handling left out where the call makes sense without it. What has no effect is left out, but with `strict` handling
 * refused. Whatever is left out is told.
 */
export type Handling = 'normal' | 'lenient' | 'strict'

export interface Parsed<P extends Parameters> {
  readonly args: Args<P>
  /** Names that were given, as written, of which something was left out. */
  readonly ignored: readonly string[]
  /** What was left out or assumed, and why. */
  readonly warnings: readonly ParameterError[]
  /** The text of each argument that was given, trimmed, by its declared name. */
  readonly texts: Texts
}

export type Texts = ReadonlyMap<string, string>

/**
 * Reads a query against an operation's parameters. Everything wrong is reported at once, in one Fault `param.invalid`.
 * An empty value counts as not given; a parameter given twice cannot be read.
 */
export function parse<P extends Parameters>(
  parameters: P,
  rules: readonly Rule<P>[],
  query: QueryPairs,
  handling: Handling = 'normal',
): Parsed<P> {
  const reading = new Reading(parameters, handling)
  const given = reading.sort(query)
  for (const [name, text] of given) if (parameters[name]?.only === undefined) reading.read(name, text)
  reading.requireAll()
  for (const [name, text] of given) if (parameters[name]?.only !== undefined) reading.readIfApplicable(name, text)
  reading.apply(rules) // a rule of these parameters reads their arguments only
  return reading.parsed() as Parsed<P> // made of these parameters
}

/** A call while it is read. */
class Reading {
  readonly #parameters: Parameters
  readonly #handling: Handling
  readonly #known: Known
  readonly #args: Record<string, unknown>
  readonly #texts = new Map<string, string>()
  readonly #unknown: string[] = []
  readonly #ignored: string[] = []
  readonly #errors: ParameterError[] = []
  readonly #ineffective: ParameterError[] = []
  readonly #warnings: ParameterError[] = []

  constructor(parameters: Parameters, handling: Handling) {
    this.#parameters = parameters
    this.#handling = handling
    this.#known = knownOf(parameters)
    this.#args = { ...this.#known.fallbacks }
  }

  /** What was given for each parameter, trimmed; without the empty ones. */
  sort(query: QueryPairs): ReadonlyMap<string, string> {
    const given = new Map<string, string>()
    const repeated = new Set<string>()
    const others: (readonly [name: string, otherName: string, value: string])[] = []
    for (const [name, value] of query) {
      const meant = this.#handling === 'strict' ? undefined : this.#known.otherNames.get(name)
      if (meant !== undefined) others.push([meant, name, value.trim()])
      else if (!Object.hasOwn(this.#parameters, name)) this.#addUnknown(name)
      else if (given.has(name)) repeated.add(name)
      else if (value.trim() !== '') given.set(name, value.trim())
    }
    for (const [name, otherName, value] of others) {
      if (given.has(name)) this.#addUnknown(otherName)
      else if (value !== '') given.set(name, value)
    }
    for (const name of repeated) {
      const error: ParameterError = {
        parameter: name,
        code: 'param.repeated',
        detail: `${name} is given twice: give it once.`,
      }
      if (this.#fails(name, error)) given.delete(name)
    }
    return given
  }

  #addUnknown(name: string): void {
    if (!this.#unknown.includes(name)) this.#unknown.push(name)
  }

  read(name: string, text: string): void {
    const parameter = this.#parameters[name] as Parameter<unknown> // names are sorted by now
    const value = parameter.shape.parse(text)
    if (value instanceof Refusal) {
      if (this.#fails(name, unreadable(name, parameter, text, value)) && value.rest !== undefined)
        this.#set(parameter, name, value.rest, text)
      return
    }
    this.#set(parameter, name, value, text)
    if (parameter.shape.asksNothing?.(value)) {
      const detail = `${shown(name, parameter, text)} asks for nothing: it has no effect.`
      this.#tell(name, { parameter: name, code: 'param.inapplicable', detail, ...givenText(parameter, text) })
    }
  }

  #set({ declaredAs }: Parameter<unknown>, name: string, value: unknown, text: string): void {
    this.#args[declaredAs ?? name] = value
    this.#texts.set(declaredAs ?? name, text)
  }

  /** The parameters that others depend on are read by now. */
  readIfApplicable(name: string, text: string): void {
    const parameter = this.#parameters[name] as Parameter<unknown> // as above
    const { parameter: otherName = '', values = [] } = parameter.only ?? {}
    const other = this.#standing(otherName)
    if (other === undefined) {
      this.#ignored.push(name) // the call is refused for what is missing
    } else if (values.includes(other)) {
      this.read(name, text)
    } else {
      const detail = `Cannot use ${name} with ${otherName} ${quote(other)}: accepted with ${values.join(', ')}.`
      this.#tell(name, { parameter: name, code: 'param.inapplicable', detail, ...givenText(parameter, text) })
    }
  }

  /** The value of a parameter as it would be accepted on the wire. */
  #standing(name: string): string | undefined {
    const parameter = this.#parameters[name]
    const value = parameter && this.#args[parameter.declaredAs ?? name]
    return parameter === undefined || value === undefined ? undefined : format(parameter.shape, value)
  }

  requireAll(): void {
    for (const [name, parameter] of this.#known.required) {
      const key = parameter.declaredAs ?? name
      if (this.#args[key] !== undefined || this.#errors.some((error) => error.parameter === name)) continue
      const { assumed } = parameter
      if (this.#handling === 'lenient' && assumed !== undefined) {
        this.#args[key] = parameter.shape.parse(assumed)
        if (this.#ignored.includes(name)) continue
        const detail = `${name} is missing: ${assumed} is assumed.`
        this.#warnings.push({ parameter: name, code: 'param.missing', detail })
      } else {
        this.#errors.push({ parameter: name, code: 'param.missing', detail: missingSentence(name, parameter) })
      }
    }
  }

  apply(rules: readonly Rule<Parameters>[]): void {
    if (this.#errors.length > 0) return
    for (const rule of rules) {
      for (const error of [rule.check(this.#args) ?? []].flat()) this.#applyBroken(rule, error)
    }
  }

  #applyBroken({ outcome, leavesOut }: Rule<Parameters>, error: ParameterError): void {
    if (outcome === 'told') this.#warnings.push(error)
    else if (outcome === 'noEffect') this.#tell(error.parameter, error)
    else if (this.#handling !== 'lenient' || leavesOut === undefined) this.#errors.push(error)
    else for (const name of leavesOut) this.#leaveOut(name, error)
  }

  #leaveOut(name: string, error: ParameterError): void {
    const { declaredAs, fallback } = this.#parameters[name] as Parameter<unknown> // rules name parameters of their own
    if (!this.#texts.delete(declaredAs ?? name)) return
    this.#args[declaredAs ?? name] = fallback
    this.#tell(name, { ...error, parameter: name, detail: `${error.detail} ${name} is left out.` })
  }

  /** Whether the call goes on without what cannot be read; otherwise it is refused. */
  #fails(name: string, error: ParameterError): boolean {
    const { required, assumed } = this.#parameters[name] as Parameter<unknown> // as above
    const isLeftOut = this.#handling === 'lenient' && (!required || assumed !== undefined)
    if (!isLeftOut) this.#errors.push(error)
    else this.#tell(name, { ...error, detail: `${error.detail} It is left out.` })
    return isLeftOut
  }

  /** Whatever has no effect is told, or refused where the caller wants that. */
  #tell(name: string, error: ParameterError): void {
    this.#ineffective.push(error)
    if (!this.#ignored.includes(name)) this.#ignored.push(name)
  }

  parsed(): Parsed<Parameters> {
    const unknown = this.#unknown.map((name, at) => unknownError(name, at, this.#parameters))
    const ineffective = [...unknown, ...this.#ineffective]
    if (this.#errors.length > 1) sortAsDeclared(this.#errors, this.#parameters)
    if (this.#handling === 'strict') this.#errors.push(...ineffective)
    if (this.#errors.length > 0) throw invalidParameters(this.#errors)
    return {
      args: Object.freeze(this.#args),
      ignored: [...this.#unknown, ...this.#ignored],
      warnings: [...ineffective, ...this.#warnings],
      texts: this.#texts,
    }
  }
}

/** So that many unknown names take no time: for those after so many nothing near is looked for. */
const MAX_COMPARED = 16

function unknownError(name: string, at: number, parameters: Parameters): ParameterError {
  const nearest = at < MAX_COMPARED ? nearestName(name, Object.keys(parameters)) : undefined
  const hint = nearest ? ` Did you mean ${nearest}?` : ''
  const detail = `No parameter ${quote(name)} here.${hint}`
  return { parameter: name, code: 'param.unknown', detail, ...(nearest && { nearest }) }
}

/** What is the same for every call of an operation: most calls give few of many parameters. */
interface Known {
  /** The arguments of a call that gives nothing. */
  readonly fallbacks: Readonly<Record<string, unknown>>
  readonly required: readonly (readonly [name: string, parameter: Parameter<unknown>])[]
  readonly otherNames: ReadonlyMap<string, string>
}

const known = new WeakMap<Parameters, Known>()

function knownOf(parameters: Parameters): Known {
  const before = known.get(parameters)
  if (before !== undefined) return before
  const entries = Object.entries(parameters)
  const made = {
    fallbacks: Object.fromEntries(entries.map(([name, { declaredAs, fallback }]) => [declaredAs ?? name, fallback])),
    required: entries.filter(([, parameter]) => parameter.required),
    otherNames: new Map(
      entries.flatMap(([name, { otherName }]) =>
        otherName === undefined || Object.hasOwn(parameters, otherName) ? [] : [[otherName, name] as const],
      ),
    ),
  }
  known.set(parameters, made)
  return made
}

function sortAsDeclared(errors: ParameterError[], parameters: Parameters): void {
  const names = Object.keys(parameters)
  errors.sort((one, other) => names.indexOf(one.parameter) - names.indexOf(other.parameter))
}

function unreadable(name: string, parameter: Parameter<unknown>, text: string, refusal: Refusal): ParameterError {
  return {
    parameter: name,
    code: 'param.invalid',
    detail: `Cannot read ${shown(name, parameter, text)}: ${refusal.why}`,
    ...givenText(parameter, text),
    ...(refusal.accepted && { accepted: refusal.accepted }),
    ...(refusal.nearest && { nearest: refusal.nearest }),
  }
}

/** The name with what was given, unless that is about people. */
function shown(name: string, { personal }: Parameter<unknown>, text: string): string {
  return personal ? name : `${name} ${quote(text)}`
}

function givenText({ personal }: Parameter<unknown>, text: string): { readonly given?: string } {
  return personal ? {} : { given: clip(text) }
}

function missingSentence(name: string, parameter: Parameter<unknown>): string {
  return `${name} is missing: ${parameter.doc} For example ${name}=${parameter.shape.example}.`
}

/** The refusal of parameters; for those that only the operation itself can tell to be wrong, too. */
export function invalidParameters(errors: readonly ParameterError[]): Fault {
  return new Fault('param.invalid', errors.map((error) => error.detail).join(' '), { errors })
}
