import { Fault, type ParameterError } from '../base/failure.ts'
import { clip, nearestName, quote } from '../base/sentence.ts'
import { format } from './format.ts'
import { type Declared, type Known, knownOf, nearestOf } from './known-names.ts'
import { type Meant, WHOLE } from './other-names.ts'
import type { Args, Parameter, Parameters, Rule } from './parameter.ts'
import { Refusal } from './shape.ts'

export { nearestName, quote }

/** A parsed query string: decoded names and values in their order. */
export type QueryPairs = readonly (readonly [name: string, value: string])[]

/**
 * How mistakes in a call are handled. `normal` rejects values that cannot be read and ignores values without effect.
 * `lenient` also ignores values that cannot be read, if the call makes sense without them. `strict` also rejects values
 * without effect. Every ignored value is reported.
 */
export type Handling = 'normal' | 'lenient' | 'strict'

export interface ParsedParameters<P extends Parameters> {
  readonly args: Args<P>
  /** Names of the parameters that were ignored in part or as a whole, as the caller wrote them. */
  readonly ignored: readonly string[]
  /** What was ignored or assumed, and why. */
  readonly warnings: readonly ParameterError[]
  /**
   * The trimmed text of each argument that the caller sent, by its declared name. For an alternative name, the text
   * begins with that name and `=`.
   */
  readonly texts: Texts
  readonly handling: Handling
}

export type Texts = ReadonlyMap<string, string>

/**
 * Reads a query by the parameters of an operation. Throws one Fault `param.invalid` that lists all errors. A value
 * counts as missing if it is empty or a placeholder such as `undefined`. A list, a range or a polygon may also be sent
 * in parts, as a repeated parameter or with brackets after the name: `type=a&type=b`, `type[]=a&type[]=b`, `type[0]=a`.
 * Any other repeated parameter cannot be read.
 */
export function parse<P extends Parameters>(
  parameters: P,
  rules: readonly Rule<P>[],
  query: QueryPairs,
  handling: Handling = 'normal',
): ParsedParameters<P> {
  const reading = new Reading(parameters, handling)
  const sent = reading.sort(query)
  for (const [declared, one] of sent) if (declared.parameter.only === undefined) reading.read(declared, one)
  reading.requireAll()
  for (const [declared, one] of sent) if (declared.parameter.only !== undefined) reading.readIfApplicable(declared, one)
  reading.apply(rules) // each rule reads only its own parameters
  return reading.parsed() as ParsedParameters<P> // the arguments come from these parameters
}

/** The state while one call is being read. */
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

  /** Assigns the trimmed values to their parameters. Leaves out empty values. */
  sort(query: QueryPairs): ReadonlyMap<Declared, SentText> {
    const sent = new Map<Declared, SentText>()
    const repeated: Declared[] = []
    const others: [name: string, text: string][] = []
    for (const [given, value] of query) {
      const name = this.#names.byName.has(given) ? given : withoutBrackets(given)
      const declared = this.#names.byName.get(name)
      const written = value.trim()
      const text = declared === undefined ? written : this.#withoutPlaceholder(written, name)
      const before = declared && sent.get(declared)
      if (declared === undefined) others.push([name, text])
      else if (before === undefined) {
        if (text !== '') sent.set(declared, { text, written: text })
      } else if (jointOf(declared) !== undefined) sent.set(declared, withItem(declared, before, text, text))
      else if (!repeated.includes(declared)) repeated.push(declared)
    }
    for (const [name, text] of others) this.#addOther(sent, name, text)
    for (const declared of repeated) {
      const { name } = declared
      const detail = `${name} was sent twice: send it once.`
      if (this.#fails(declared, { parameter: name, code: 'param.repeated', detail })) sent.delete(declared)
    }
    return sent
  }

  /** Returns an empty string for a placeholder such as `undefined`, and reports the placeholder. */
  #withoutPlaceholder(text: string, name: string): string {
    if (!PLACEHOLDERS.has(text)) return text
    const detail = `${name} ${quote(text)} is not a value, so ${name} counts as not sent.`
    this.#reportIneffective(name, { parameter: name, code: 'param.inapplicable', detail, given: text })
    return ''
  }

  #addOther(sent: Map<Declared, SentText>, name: string, text: string): void {
    const meant = this.#names.meant(name)
    const declared = meant && this.#names.byName.get(meant.name)
    if (meant === undefined || declared === undefined) this.#addUnknown(name)
    else {
      const value = this.#withoutPlaceholder(text, name)
      if (value !== '') this.#addMeant(sent, declared, meant, [name, value])
    }
  }

  /**
   * Uses a value that was sent under an alternative name, unless the call already has this parameter, or this end of a
   * range.
   */
  #addMeant(sent: Map<Declared, SentText>, declared: Declared, meant: Meant, [name, text]: QueryPairs[number]): void {
    const { template } = meant
    const before = sent.get(declared)
    const isListAgain = template === WHOLE && jointOf(declared) && before?.written.startsWith(`${name}=`)
    if (before !== undefined && isListAgain) {
      sent.set(declared, withItem(declared, before, text, `${name}=${text}`))
      return
    }
    if (before === undefined || (before.parts && template !== WHOLE && !before.parts.includes(template))) {
      const start = (part: 'text' | 'written') => (before ? `${before[part]}, ` : '')
      sent.set(declared, {
        text: start('text') + template.replace(WHOLE, () => text),
        written: `${start('written')}${name}=${text}`,
        ...(template !== WHOLE && { parts: [...(before?.parts ?? []), template] }),
      })
      return
    }
    if (this.#ignored.includes(name)) return
    const detail = `${name} is another name for ${declared.name}, which you also sent, so ${name} has no effect.`
    this.#reportIneffective(name, { parameter: name, code: 'param.inapplicable', detail })
  }

  #addUnknown(name: string): void {
    if (!this.#unknown.includes(name)) this.#unknown.push(name)
  }

  read(declared: Declared, sent: SentText): void {
    const { name, parameter } = declared
    const { text } = sent
    const value = parameter.shape.parse(text)
    if (value instanceof Refusal) {
      if (this.#fails(declared, unreadable(name, parameter, text, value)) && value.rest !== undefined)
        this.#set(declared, value.rest, sent)
      return
    }
    this.#set(declared, value, sent)
    if (parameter.shape.asksNothing?.(value)) {
      const detail = `${shown(name, parameter, text)} selects nothing, so it has no effect.`
      this.#reportIneffective(name, {
        parameter: name,
        code: 'param.inapplicable',
        detail,
        ...givenText(parameter, text),
      })
    }
  }

  #set({ argument }: Declared, value: unknown, { written }: SentText): void {
    this.#args[argument] = value
    this.#texts.set(argument, written)
  }

  /**
   * Reads a parameter that applies only with certain values of another parameter. The other parameter must have been
   * read before.
   */
  readIfApplicable(declared: Declared, sent: SentText): void {
    const { name, parameter } = declared
    const { text } = sent
    const { parameter: otherName = '', values = [] } = parameter.only ?? {}
    const other = this.#valueText(otherName)
    if (other === undefined) {
      this.#ignored.push(name) // the call fails anyway, because the other parameter is missing
    } else if (values.includes(other)) {
      this.read(declared, sent)
    } else {
      const detail = `${name} works only with ${otherName} ${values.join(' or ')}; you sent ${quote(other)}.`
      this.#reportIneffective(name, {
        parameter: name,
        code: 'param.inapplicable',
        detail,
        ...givenText(parameter, text),
      })
    }
  }

  /** Returns the value of a parameter in the form that callers send. */
  #valueText(name: string): string | undefined {
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
        const meant = this.#unknown.slice(0, MAX_COMPARED).find((one) => nearestOf(one, this.#names) === name)
        const detail = missingSentence(name, parameter, meant)
        this.#errors.push({ parameter: name, code: 'param.missing', detail, ...(meant && { given: clip(meant) }) })
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
    if (outcome === 'warning') this.#warnings.push(error)
    else if (outcome === 'noEffect') this.#reportIneffective(error.parameter, error)
    else if (this.#handling !== 'lenient' || leavesOut === undefined) this.#errors.push(error)
    else for (const name of leavesOut) this.#leaveOut(name, error)
  }

  #leaveOut(name: string, error: ParameterError): void {
    const { argument, parameter } = this.#names.byName.get(name) as Declared // rules name only their own parameters
    if (!this.#texts.delete(argument)) return
    this.#args[argument] = parameter.fallback
    this.#reportIneffective(name, { ...error, parameter: name, detail: `${error.detail} Plat ignored ${name}.` })
  }

  /** Records an error. Returns true if the call continues without the value, and false if the call fails. */
  #fails({ name, parameter: { required, assumed } }: Declared, error: ParameterError): boolean {
    const isLeftOut = this.#handling === 'lenient' && (!required || assumed !== undefined)
    if (!isLeftOut) this.#errors.push(error)
    else this.#reportIneffective(name, { ...error, detail: `${error.detail} Plat ignored it.` })
    return isLeftOut
  }

  /** Records that a value has no effect. Strict calls are rejected for it; other calls get a warning. */
  #reportIneffective(name: string, error: ParameterError): void {
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

/** Removes `[]` or `[3]` from the end of a name. Many clients write such names for the items of a list. */
function withoutBrackets(name: string): string {
  return name.endsWith(']') ? name.replace(/\[\d{0,4}\]$/, '') : name
}

function jointOf({ parameter: { shape } }: Declared): string | undefined {
  return shape.joint ?? (shape.several && ',')
}

function withItem(declared: Declared, list: SentText, text: string, written: string): SentText {
  const joint = jointOf(declared)
  return text === '' ? list : { ...list, text: list.text + joint + text, written: list.written + joint + written }
}

/** Strings that programs send when they have no value. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  'None',
  '[object Object]',
  'rapid_do_not_include_in_request_key',
])

/** Number of unknown names that get a suggestion, so that a request with thousands of names costs no more. */
const MAX_COMPARED = 16

function unknownError(name: string, at: number, known: Known): ParameterError {
  const nearest = at < MAX_COMPARED ? nearestOf(name, known) : undefined
  const elsewhere = known.elsewhere[name]
  const hint = elsewhere ? ` ${elsewhere}` : nearest ? ` Did you mean ${nearest}?` : ''
  const detail = `No parameter ${quote(name)} here.${hint}`
  return { parameter: name, code: 'param.unknown', detail, ...(nearest && !elsewhere && { nearest }) }
}

interface SentText {
  readonly text: string
  /** The text as the caller wrote it. For an alternative name, the text begins with that name and `=`. */
  readonly written: string
  /**
   * The templates of the alternative names that the caller used, if each is only a part of the text, such as `min:#`.
   */
  readonly parts?: readonly string[]
}

function sortAsDeclared(errors: ParameterError[], parameters: Parameters): void {
  const names = Object.keys(parameters)
  errors.sort((one, other) => names.indexOf(one.parameter) - names.indexOf(other.parameter))
}

function unreadable(name: string, parameter: Parameter<unknown>, text: string, refusal: Refusal): ParameterError {
  return {
    parameter: name,
    code: 'param.invalid',
    detail: refusalSentence(name, parameter.personal ? undefined : text, refusal.why),
    ...givenText(parameter, text),
    ...(refusal.accepted && { accepted: refusal.accepted }),
    ...(refusal.nearest && { nearest: refusal.nearest }),
  }
}

/**
 * Returns a sentence such as `page must be a whole number from 1 to 5; you sent "6". Did you mean 5?`. `sent` is
 * undefined if the sentence must not repeat the sent value.
 */
export function refusalSentence(name: string, sent: string | undefined, why: string): string {
  const [rule = '', hint = ''] = why.split(/\.(?= ["A-Z]|$)(.*)/s)
  return `${name} ${rule}${sent === undefined ? '' : `; you sent ${quote(sent)}`}.${hint}`
}

/** The name and the value, or the name alone if the value is personal. */
function shown(name: string, { personal }: Parameter<unknown>, text: string): string {
  return personal ? name : `${name} ${quote(text)}`
}

function givenText({ personal }: Parameter<unknown>, text: string): { readonly given?: string } {
  return personal ? {} : { given: clip(text) }
}

function missingSentence(name: string, parameter: Parameter<unknown>, meant: string | undefined): string {
  const instead = meant === undefined ? '' : ` (you sent ${quote(meant)})`
  return `${name} is missing${instead}: ${parameter.doc} For example ${name}=${parameter.shape.example}.`
}

/** Returns the error for invalid parameters. Operations use it for mistakes that only they can detect. */
export function invalidParameters(errors: readonly ParameterError[]): Fault {
  return new Fault('param.invalid', errors.map((error) => error.detail).join(' '), { errors })
}
