import { oncePer } from '../../../kit/base/once-per.ts'
import { didYouMean, quote } from '../../../kit/base/sentence.ts'
import { QueryError } from '../language/query-error.ts'
import type { Call, Expression, Lambda, Path } from '../language/tree.ts'
import { bare } from '../resources/field.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import { comparator, isOneOf } from './compare.ts'
import { FUNCTIONS, MOMENTS } from './functions.ts'
import { type Compiled, constant, literalOf, TYPE_WORDS, typeOf } from './types.ts'

/** The context of an expression: its query option, the current time, and how to look up field paths. */
export interface Scope<S> {
  /** The name of the query option, for error messages. */
  readonly option: string
  /** The current time in microseconds since 1970. */
  readonly nowUs: number
  readonly needs: Needs
  resolve(path: Path): Compiled<S>
}

/** What must be known to evaluate an expression. Compiling sets these properties. */
export interface Needs {
  /** Whether agents and offices must be read. */
  people: boolean
  /** Whether the answer depends on the current time. */
  now: boolean
}

/** Returns the context for rows of a resource. `check` may throw for a field. */
export function rowScope(
  resource: Resource,
  scope: Omit<Scope<Row>, 'resolve'>,
  check: (name: string, at: number) => void = () => {},
): Scope<Row> {
  return {
    ...scope,
    resolve: ({ segments, at }) => {
      const [name = '', ...rest] = segments
      const field = resource.fields.get(name)
      if (rest.length > 0 && (field ?? resource.links.get(name)) !== undefined)
        throw new QueryError(
          scope.option,
          at,
          `${quote(segments.join('/'))} leads to other rows: use a field of the row itself.`,
          true,
        )
      if (field === undefined) throw unknownField(scope.option, at, name, resource)
      check(name, at)
      scope.needs.people ||= field.needsPeople === true
      return { type: typeOf(field), isList: field.isList === true, field, value: field.read }
    },
  }
}

/** Compiles a condition. Its value is true, false, or undefined if unknown. */
export function compileCondition<S>(expression: Expression, scope: Scope<S>): Compiled<S> {
  const compiled = compile(expression, scope)
  if (!compiled.isList && (compiled.type === 'boolean' || compiled.type === 'null')) return compiled
  throw refused(
    scope,
    expression,
    'This must be a condition: a comparison such as ListPrice gt 500000, or true or false.',
  )
}

export function compile<S>(expression: Expression, scope: Scope<S>): Compiled<S> {
  switch (expression.kind) {
    case 'literal':
      return made(expression, literalOf(expression), scope)
    case 'path':
      return scope.resolve(expression)
    case 'and':
    case 'or':
      return junction(
        expression.kind === 'or',
        expression.operands.map((one) => compileCondition(one, scope)),
      )
    case 'not':
      return not(compileCondition(expression.operand, scope))
    case 'compare': {
      const left = compile(expression.left, scope)
      const right = asWordOf(left, compile(expression.right, scope))
      return made(expression, comparator(expression.operator, asWordOf(right, left), right), scope)
    }
    case 'in': {
      const value = compile(expression.left, scope)
      const items = expression.items.map((item) => asWordOf(value, compile(item, scope)))
      return made(expression, isOneOf(value, items), scope)
    }
    case 'call':
      return called(expression, scope)
    case 'lambda':
      return quantified(expression, scope)
  }
}

function quantified<S>(lambda: Lambda, scope: Scope<S>): Compiled<S> {
  const list = scope.resolve(lambda.collection)
  if (!list.isList) throw refused(scope, lambda, `${list.field?.name} is not a list: use a field with a list of words.`)
  const isAny = lambda.quantifier === 'any'
  const fits = wordCondition(lambda, scope)
  return {
    type: 'boolean',
    isList: false,
    value: (subject) => {
      const words = (list.value(subject) ?? []) as readonly string[] // `isList` was checked
      return isAny ? words.some(fits) : words.every(fits)
    },
  }
}

/** Compiles the condition in `any` or `all` to a test of a single word. */
export function wordCondition(
  { quantifier, variable = '', condition }: Lambda,
  scope: Scope<never>,
): (word: string) => boolean {
  if (condition === undefined) return () => true
  const compiled = compileCondition<string>(condition, {
    ...scope,
    resolve: ({ segments, at }) => {
      if (segments.join('/') === variable) return { type: 'text', isList: false, value: (word) => word }
      const sentence = `${quote(segments.join('/'))} is not supported inside ${quantifier}: use ${variable}.`
      throw refused(scope, { at }, sentence, true)
    },
  })
  return (word) => compiled.value(word) === true
}

/** Returns a compiled expression. Throws a refusal if `compiled` is a sentence about why compiling failed. */
function made<S>(expression: Expression, compiled: Compiled<S> | string, scope: Scope<S>): Compiled<S> {
  if (typeof compiled === 'string') throw refused(scope, expression, compiled)
  return compiled
}

/**
 * Replaces older servers' spelling of a word with the current word: `ActiveUnderContract` becomes `Active Under
 * Contract`.
 */
function asWordOf<S>({ field }: Compiled<S>, other: Compiled<S>): Compiled<S> {
  const sentWord = other.constant
  const standard = field?.words?.standard
  if (standard === undefined || typeof sentWord !== 'string' || standard.has(sentWord)) return other
  const standardWord = byBareWord(standard).get(bare(sentWord))
  return standardWord === undefined ? other : constant('text', standardWord)
}

/** The words of a list, by their spelling on older servers. */
const byBareWord = oncePer((standard: ReadonlySet<string>) => new Map([...standard].map((word) => [bare(word), word])))

function called<S>(call: Call, scope: Scope<S>): Compiled<S> {
  const name = call.name.toLowerCase()
  const moment = Object.hasOwn(MOMENTS, name) ? MOMENTS[name] : undefined
  if (moment !== undefined && call.args.length === 0) {
    scope.needs.now ||= name === 'now'
    return constant('moment', moment(scope.nowUs))
  }
  const offered = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (offered === undefined) throw unknownFunction(call, scope)
  const { takes, gives, run } = offered
  const args = call.args.map((arg) => compile(arg, scope))
  if (args.length !== takes)
    throw refused(
      scope,
      call,
      `${call.name} must have ${takes} argument${takes === 1 ? '' : 's'}, and has ${args.length}.`,
    )
  args.forEach(({ type, isList }, i) => {
    if (type === 'null' || (type === 'text' && !isList)) return
    const sentence = `Argument ${i + 1} of ${call.name} must be ${TYPE_WORDS.text}.`
    throw refused(scope, call.args[i] as Expression, sentence)
  })
  const [first, second = constant('text', '')] = args as [Compiled<S>, Compiled<S>?] // the number of arguments was checked
  return {
    type: gives,
    isList: false,
    value: (subject) => {
      const [text, part] = [first.value(subject), second.value(subject)]
      return text === undefined || part === undefined ? undefined : run(text as string, part as string) // the types were checked
    },
  }
}

function unknownFunction({ name, at }: Call, { option }: Pick<Scope<never>, 'option'>): QueryError {
  const names = [...Object.keys(FUNCTIONS), ...Object.keys(MOMENTS), 'geo.distance and geo.intersects of Coordinates']
  const hint = didYouMean(name.toLowerCase(), names)
  const sentence = `The function ${quote(name)} is not supported here. Supported: ${names.join(', ')}.${hint}`
  return new QueryError(option, at, sentence, true)
}

export function refused(
  { option }: Pick<Scope<never>, 'option'>,
  { at }: { readonly at: number },
  sentence: string,
  isUnsupported = false,
): QueryError {
  return new QueryError(option, at, sentence, isUnsupported)
}

export function unknownField(option: string, at: number, name: string, resource: Resource): QueryError {
  const hint = didYouMean(name, [...resource.fields.keys(), ...resource.links.keys()])
  return new QueryError(
    option,
    at,
    `${resource.name} has no field ${quote(name)} here: $metadata lists its fields.${hint}`,
  )
}

/**
 * Compiles `and` and `or`. A false operand makes `and` false, and a true operand makes `or` true, even if others are
 * unknown.
 */
function junction<S>(deciding: boolean, operands: readonly Compiled<S>[]): Compiled<S> {
  return {
    type: 'boolean',
    isList: false,
    value: (subject) => {
      let isKnown = true
      for (const operand of operands) {
        const value = operand.value(subject)
        if (value === deciding) return deciding
        if (value === undefined) isKnown = false
      }
      return isKnown ? !deciding : undefined
    },
  }
}

function not<S>(operand: Compiled<S>): Compiled<S> {
  return {
    type: 'boolean',
    isList: false,
    value: (subject) => {
      const value = operand.value(subject)
      return value === undefined ? undefined : value !== true
    },
  }
}
