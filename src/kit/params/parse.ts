import { Fault, type ParameterError } from '../base/failure.ts'
import { oncePer } from '../base/once-per.ts'
import { Recent } from '../base/recent.ts'
import { clip, nearestName, quote } from '../base/sentence.ts'
import { format } from './format.ts'
import { type Meant, otherNamesOf, WHOLE } from './other-names.ts'
import type { Args, Parameter, Parameters, Rule } from './parameter.ts'
import { Refusal } from './shape.ts'

export { nearestName, quote }

/** A query string taken apart: names and values decoded, in the order written. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

/**
 * How a call with mistakes is treated. Unreadable values are refused, but with `lenient` handling ignored where the
 * call makes sense without them. Values without effect are ignored, but with `strict` handling refused. Every ignored
 * value is reported.
 */
export type Handling = 'normal' | 'lenient' | 'strict'

export interface ParsedParameters<P extends Parameters> {
  readonly args: Args<P>
  /** Names, as written, of parameters that were ignored in part or as a whole. */
  readonly ignored: readonly string[]
  /** Says what was ignored or assumed, and why. */
  readonly warnings: readonly ParameterError[]
  /** The text of each argument that was given, trimmed, by its declared name; after another name and `=`, if it had one. */
  readonly texts: Texts
  readonly handling: Handling
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
): ParsedParameters<P> {
  const reading = new Reading(parameters, handling)
  const given = reading.sort(query)
  for (const [declared, one] of given) if (declared.parameter.only === undefined) reading.read(declared, one)
  reading.requireAll()
  for (const [declared, one] of given)
    if (declared.parameter.only !== undefined) reading.readIfApplicable(declared, one)
  reading.apply(rules) // a rule of these parameters reads their arguments only
  return reading.parsed() as ParsedParameters<P> // made of these parameters
}

/** One call while it is being read. */
class Reading {
  readonly #parameters: Parameters
  readonly #handling: Handling
  readonly #names: Known
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
    this.#names = knownOf(parameters)
    this.#args = { ...this.#names.fallbacks }
  }

  /** The text of each parameter, trimmed, without empty ones. */
  sort(query: QueryPairs): ReadonlyMap<Declared, Given> {
    const given = new Map<Declared, Given>()
    const repeated: Declared[] = []
    const others: [name: string, text: string][] = []
    for (const [name, value] of query) {
      const text = value.trim()
      const declared = this.#names.byName.get(name)
      if (declared === undefined) others.push([name, text])
      else if (!given.has(declared)) {
        if (text !== '') given.set(declared, { text, written: text })
      } else if (!repeated.includes(declared)) repeated.push(declared)
    }
    for (const [name, text] of others) this.#addOther(given, name, text)
    for (const declared of repeated) {
      const { name } = declared
      const detail = `${name} is given twice: give it once.`
      if (this.#fails(declared, { parameter: name, code: 'param.repeated', detail })) given.delete(declared)
    }
    return given
  }

  #addOther(given: Map<Declared, Given>, name: string, text: string): void {
    const meant = this.#names.meant(name)
    const declared = meant && this.#names.byName.get(meant.name)
    if (meant === undefined || declared === undefined) this.#addUnknown(name)
    else if (text !== '') this.#addMeant(given, declared, meant, [name, text])
  }

  /** Takes a value under another name of a parameter, unless the parameter or this part of it is given already. */
  #addMeant(given: Map<Declared, Given>, declared: Declared, meant: Meant, [name, text]: QueryPairs[number]): void {
    const { template } = meant
    const before = given.get(declared)
    if (before === undefined || (before.parts && template !== WHOLE && !before.parts.includes(template))) {
      const start = (part: 'text' | 'written') => (before ? `${before[part]}, ` : '')
      given.set(declared, {
        text: start('text') + template.replace(WHOLE, () => text),
        written: `${start('written')}${name}=${text}`,
        ...(template !== WHOLE && { parts: [...(before?.parts ?? []), template] }),
      })
      return
    }
    if (this.#ignored.includes(name)) return
    const detail = `${name} is another name of ${declared.name}, which is given already: it has no effect.`
    this.#tell(name, { parameter: name, code: 'param.inapplicable', detail })
  }

  #addUnknown(name: string): void {
    if (!this.#unknown.includes(name)) this.#unknown.push(name)
  }

  read(declared: Declared, given: Given): void {
    const { name, parameter } = declared
    const { text } = given
    const value = parameter.shape.parse(text)
    if (value instanceof Refusal) {
      if (this.#fails(declared, unreadable(name, parameter, text, value)) && value.rest !== undefined)
        this.#set(declared, value.rest, given)
      return
    }
    this.#set(declared, value, given)
    if (parameter.shape.asksNothing?.(value)) {
      const detail = `${shown(name, parameter, text)} asks for nothing: it has no effect.`
      this.#tell(name, { parameter: name, code: 'param.inapplicable', detail, ...givenText(parameter, text) })
    }
  }

  #set({ argument }: Declared, value: unknown, { written }: Given): void {
    this.#args[argument] = value
    this.#texts.set(argument, written)
  }

  /** The parameters on which others depend have been read before. */
  readIfApplicable(declared: Declared, given: Given): void {
    const { name, parameter } = declared
    const { text } = given
    const { parameter: otherName = '', values = [] } = parameter.only ?? {}
    const other = this.#standing(otherName)
    if (other === undefined) {
      this.#ignored.push(name) // the call is refused for what is missing
    } else if (values.includes(other)) {
      this.read(declared, given)
    } else {
      const detail = `Cannot use ${name} with ${otherName} ${quote(other)}: accepted with ${values.join(', ')}.`
      this.#tell(name, { parameter: name, code: 'param.inapplicable', detail, ...givenText(parameter, text) })
    }
  }

  /** The value of a parameter as it would be accepted on the wire. */
  #standing(name: string): string | undefined {
    const declared = this.#names.byName.get(name)
    const value = declared && this.#args[declared.argument]
    return declared === undefined || value === undefined ? undefined : format(declared.parameter.shape, value)
  }

  requireAll(): void {
    for (const { name, argument, parameter } of this.#names.required) {
      if (this.#args[argument] !== undefined || this.#errors.some((error) => error.parameter === name)) continue
      const { assumed } = parameter
      if (this.#handling !== 'strict' && assumed !== undefined) {
        this.#args[argument] = parameter.shape.parse(assumed)
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
      const broken = rule.check(this.#args)
      if (broken !== undefined) for (const error of [broken].flat()) this.#applyBroken(rule, error)
    }
  }

  #applyBroken({ outcome, leavesOut }: Rule<Parameters>, error: ParameterError): void {
    if (outcome === 'told') this.#warnings.push(error)
    else if (outcome === 'noEffect') this.#tell(error.parameter, error)
    else if (this.#handling !== 'lenient' || leavesOut === undefined) this.#errors.push(error)
    else for (const name of leavesOut) this.#leaveOut(name, error)
  }

  #leaveOut(name: string, error: ParameterError): void {
    const { argument, parameter } = this.#names.byName.get(name) as Declared // rules name parameters of their own
    if (!this.#texts.delete(argument)) return
    this.#args[argument] = parameter.fallback
    this.#tell(name, { ...error, parameter: name, detail: `${error.detail} ${name} is left out.` })
  }

  /** Whether the call goes on without the unreadable value; otherwise it is refused. */
  #fails({ name, parameter: { required, assumed } }: Declared, error: ParameterError): boolean {
    const isLeftOut = this.#handling === 'lenient' && (!required || assumed !== undefined)
    if (!isLeftOut) this.#errors.push(error)
    else this.#tell(name, { ...error, detail: `${error.detail} It is left out.` })
    return isLeftOut
  }

  /** Reports a value that has no effect, or refuses it where the caller wants that. */
  #tell(name: string, error: ParameterError): void {
    this.#ineffective.push(error)
    if (!this.#ignored.includes(name)) this.#ignored.push(name)
  }

  parsed(): ParsedParameters<Parameters> {
    const unknown = this.#unknown.map((name, at) => unknownError(name, at, this.#names))
    const ineffective = [...unknown, ...this.#ineffective]
    if (this.#errors.length > 1) sortAsDeclared(this.#errors, this.#parameters)
    if (this.#handling === 'strict') this.#errors.push(...ineffective)
    if (this.#errors.length > 0) throw invalidParameters(this.#errors)
    return {
      args: Object.freeze(this.#args),
      ignored: [...this.#unknown, ...this.#ignored],
      warnings: [...ineffective, ...this.#warnings],
      texts: this.#texts,
      handling: this.#handling,
    }
  }
}

/** Suggestions are computed for the first 16 unknown names only, so that a request with thousands costs no more. */
const MAX_COMPARED = 16

/** Longer names are compared, and kept, only up to this length. */
const MAX_LETTERS = 80

/** Suggestions kept, because programs send the same unknown names with every call. */
const MAX_KEPT = 1000

function unknownError(name: string, at: number, known: Known): ParameterError {
  const nearest = at < MAX_COMPARED ? known.nearest.get(name.slice(0, MAX_LETTERS)).name : undefined
  const hint = nearest ? ` Did you mean ${nearest}?` : ''
  const detail = `No parameter ${quote(name)} here.${hint}`
  return { parameter: name, code: 'param.unknown', detail, ...(nearest && { nearest }) }
}

/** A parameter with its name on the wire and among the arguments. */
interface Declared {
  readonly name: string
  readonly argument: string
  readonly parameter: Parameter<unknown>
}

/** The text of a parameter in a call. */
interface Given {
  readonly text: string
  /** The text as the caller wrote it: after the name and `=`, where that is another one than declared. */
  readonly written: string
  /** The parts of which it is made, where other names gave parts. */
  readonly parts?: readonly string[]
}

/** Facts that are the same for every call of an operation, since most calls give few of many parameters. */
interface Known {
  /** The arguments of a call that gives no parameters. */
  readonly fallbacks: Readonly<Record<string, unknown>>
  readonly required: readonly Declared[]
  readonly byName: ReadonlyMap<string, Declared>
  readonly meant: (written: string) => Meant | undefined
  /** Maps an unknown name to the one that may be meant. */
  readonly nearest: Recent<{ readonly name: string | undefined }>
}

const knownOf = oncePer((parameters: Parameters): Known => {
  const all = Object.entries(parameters).map(
    ([name, parameter]): Declared => ({ name, argument: parameter.declaredAs ?? name, parameter }),
  )
  const names = Object.keys(parameters)
  return {
    fallbacks: Object.fromEntries(all.map(({ argument, parameter }) => [argument, parameter.fallback])),
    required: all.filter(({ parameter }) => parameter.required),
    byName: new Map(all.map((declared) => [declared.name, declared])),
    meant: otherNamesOf(parameters),
    nearest: new Recent(MAX_KEPT, (unknown) => ({ name: nearestName(unknown, names) })),
  }
})

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

/** The name and the given text, unless that is about people. */
function shown(name: string, { personal }: Parameter<unknown>, text: string): string {
  return personal ? name : `${name} ${quote(text)}`
}

function givenText({ personal }: Parameter<unknown>, text: string): { readonly given?: string } {
  return personal ? {} : { given: clip(text) }
}

function missingSentence(name: string, parameter: Parameter<unknown>): string {
  return `${name} is missing: ${parameter.doc} For example ${name}=${parameter.shape.example}.`
}

/** The refusal of invalid parameters. Operations use it for mistakes that only they can detect. */
export function invalidParameters(errors: readonly ParameterError[]): Fault {
  return new Fault('param.invalid', errors.map((error) => error.detail).join(' '), { errors })
}
