import { nearestName, quote } from '../../../kit/base/sentence.ts'
import { QueryError } from '../language/query-error.ts'
import type { Call, Compare, Expression, In, Lambda, Literal, Path } from '../language/tree.ts'
import type { Field } from '../resources/field.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Schema } from '../resources/schema.ts'
import { calculated, negated } from './calculate.ts'
import { comparator, isOneOf } from './compare.ts'
import { FUNCTIONS } from './functions.ts'
import {
  type Bound,
  type Compiled,
  constant,
  literalOf,
  NOTHING_BOUND,
  type Operand,
  TYPE_WORDS,
  type Type,
  typeOf,
} from './types.ts'

/** Everything that an expression is compiled with. */
export interface Setting {
  readonly schema: Schema
  readonly resource: Resource
  /** The option that it stands in, for refusals. */
  readonly option: string
  /** The moment of the call, in microseconds since 1970. */
  readonly nowUs: number
}

/** Things that an expression turned out to need. */
export interface Needs {
  /** The people whom a row names must be at hand. */
  people: boolean
  /** The answer changes with time. */
  now: boolean
}

/** A condition on rows. A row for which it is unknown does not match. */
export type Predicate = (row: Row) => boolean

export function compileCondition(expression: Expression, setting: Setting, needs: Needs): Predicate {
  const compiled = new Compiler(setting, needs).condition(expression, new Map())
  return (row) => compiled.value(row, NOTHING_BOUND) === true
}

/** An expression as it is. */
export function compileOperand(expression: Expression, setting: Setting): Compiled {
  return new Compiler(setting, { people: false, now: false }).compile(expression, new Map())
}

/** An expression whose values can be put in order. */
export function compileValue(expression: Expression, setting: Setting, needs: Needs): Compiled {
  const compiled = new Compiler(setting, needs).compile(expression, new Map())
  if (!compiled.isList && compiled.type !== 'point' && compiled.type !== 'rings') return compiled
  throw new QueryError(
    setting.option,
    expression.at,
    `Rows cannot be put in the order of a list or a place: accepted are fields with one value.`,
  )
}

/** Variables stand for these: rows of a resource, or the texts of a field's lists. */
type Variables = ReadonlyMap<string, Resource | Field<Row>>

class Compiler {
  readonly #setting: Setting
  readonly #needs: Needs

  constructor(setting: Setting, needs: Needs) {
    this.#setting = setting
    this.#needs = needs
  }

  condition(expression: Expression, variables: Variables): Compiled {
    const compiled = this.compile(expression, variables)
    if (compiled.type === 'boolean' && !compiled.isList) return compiled
    if (compiled.type === 'null') return compiled
    throw this.#refused(
      expression,
      `This is no condition: accepted is a comparison such as ListPrice gt 500000, or true or false.`,
    )
  }

  compile(expression: Expression, variables: Variables): Compiled {
    switch (expression.kind) {
      case 'literal':
        return this.#literal(expression)
      case 'path':
        return this.#path(expression, variables)
      case 'group':
        return this.compile(expression.inner, variables)
      case 'and':
      case 'or':
        return junction(
          expression.kind,
          expression.operands.map((one) => this.condition(one, variables)),
        )
      case 'not':
        return not(this.condition(expression.operand, variables))
      case 'compare':
        return this.#compare(expression, variables)
      case 'in':
        return this.#in(expression, variables)
      case 'calculate': {
        const [left, right] = [expression.left, expression.right].map((one) => this.compile(one, variables))
        return this.#made(expression, calculated(expression.operator, left as Compiled, right as Compiled))
      }
      case 'negate':
        return this.#made(expression, negated(this.compile(expression.operand, variables)))
      case 'call':
        return this.#call(expression, variables)
      case 'lambda':
        return this.#lambda(expression, variables)
    }
  }

  #literal(literal: Literal): Compiled {
    return this.#made(literal, literalOf(literal))
  }

  /** Throws a sentence as the refusal of an expression. */
  #made(expression: Expression, compiled: Compiled | string): Compiled {
    if (typeof compiled === 'string') throw this.#refused(expression, compiled)
    return compiled
  }

  #path(path: Path, variables: Variables): Compiled {
    const [first = '', ...rest] = path.segments
    const variable = variables.get(first)
    if (variable === undefined) {
      const segments = first === '$it' ? rest : path.segments
      return this.#read(path, segments, this.#setting.resource, (row) => row)
    }
    const bound = (_row: Row, given: Bound) => given.get(first)
    if ('fields' in variable) return this.#read(path, rest, variable, bound as (row: Row, given: Bound) => Row)
    if (rest.length > 0) throw this.#refused(path, `${first} is a text of ${variable.name}: it has no fields.`)
    return { type: 'text', isList: false, value: bound as Compiled['value'] } // texts of a list
  }

  /** A field of a row, or of the row that it leads to. */
  #read(
    path: Path,
    segments: readonly string[],
    resource: Resource,
    find: (row: Row, bound: Bound) => Row | undefined,
  ): Compiled {
    const [name = '', ...rest] = segments
    const link = resource.links.get(name)
    if (link !== undefined) {
      this.#needs.people ||= link.needsPeople
      const target = this.#setting.schema.resources.get(link.target) as Resource // links lead to resources that are there
      if (link.isList) {
        if (rest.length === 1 && rest[0] === '$count')
          return numbered((row, bound) => {
            const owner = find(row, bound)
            return owner && link.follow(owner).length
          })
        throw this.#refused(
          path,
          `${name} has many rows: accepted are ${name}/any(x:x/${target.key} eq 'k'), ${name}/all(…) and ${name}/$count.`,
        )
      }
      return this.#read(path, rest, target, (row, bound) => {
        const owner = find(row, bound)
        return owner && link.follow(owner)[0]
      })
    }
    const field = resource.fields.get(name)
    if (field === undefined) throw this.#unknown(path, name, resource)
    this.#needs.people ||= field.needsPeople === true
    if (rest.length === 1 && rest[0] === '$count' && field.isList)
      return numbered((row, bound) => {
        const owner = find(row, bound)
        const list = owner && field.read(owner)
        return list === undefined ? 0 : (list as readonly string[]).length
      })
    if (rest.length > 0)
      throw this.#refused(path, `${name} has no fields of its own, such as ${quote(rest.join('/'))}.`)
    return {
      type: typeOf(field),
      isList: field.isList === true,
      isWhole: field.type === 'Edm.Int64',
      field,
      value: (row, bound) => {
        const owner = find(row, bound)
        return owner && field.read(owner)
      },
    }
  }

  #compare(compare: Compare, variables: Variables): Compiled {
    const left = this.compile(compare.left, variables)
    const right = this.#asFieldOf(left, this.compile(compare.right, variables))
    return this.#made(compare, comparator(compare.operator, this.#asFieldOf(right, left), right))
  }

  #in({ left, items, at }: In, variables: Variables): Compiled {
    const value = this.compile(left, variables)
    const constants = items.map((item) => this.#asFieldOf(value, this.#literal(item)))
    return this.#made({ kind: 'in', left, items, at }, isOneOf(value, constants))
  }

  /** A word of a list may be written as older servers have it: `ActiveUnderContract` for `Active Under Contract`. */
  #asFieldOf({ field }: Compiled, other: Compiled): Compiled {
    const given = other.constant
    const standard = field?.words?.standard
    if (standard === undefined || typeof given !== 'string' || standard.has(given)) return other
    const meant = [...standard].find((word) => bare(word) === bare(given))
    return meant === undefined ? other : constant('text', meant)
  }

  #call(call: Call, variables: Variables): Compiled {
    const name = call.name.toLowerCase()
    if (name === 'now' && call.args.length === 0) {
      this.#needs.now = true
      return constant('moment', this.#setting.nowUs)
    }
    const offered = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (offered === undefined) {
      const nearest = nearestName(name, [...Object.keys(FUNCTIONS), 'now'])
      const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
      throw new QueryError(
        this.#setting.option,
        call.at,
        `No function ${quote(call.name)}: accepted are ${Object.keys(FUNCTIONS).join(', ')} and now.${hint}`,
        true,
      )
    }
    const { takes, optional = 0, gives, run } = offered
    const args = call.args.map((arg) => this.compile(arg, variables))
    if (args.length > takes.length || args.length < takes.length - optional)
      throw this.#refused(
        call,
        `${call.name} has ${args.length} arguments: accepted ${takes.length === 1 ? 'is 1' : `are ${takes.length}`}.`,
      )
    args.forEach(({ type, isList }, i) => {
      const accepted = takes[i] as readonly Type[] // there are no more arguments than it takes
      if (type === 'null' || (!isList && accepted.includes(type))) return
      throw this.#refused(
        call.args[i] as Expression,
        `Argument ${i + 1} of ${call.name} is of another type: accepted is ${TYPE_WORDS[accepted[0] as Type]}.`,
      )
    })
    return {
      type: gives,
      isList: false,
      value: (row, bound) => {
        const given: Operand[] = []
        for (const arg of args) {
          const value = arg.value(row, bound)
          if (value === undefined) return undefined
          given.push(value)
        }
        return run(...given)
      },
    }
  }

  #lambda({ collection, quantifier, variable = '', condition, at }: Lambda, variables: Variables): Compiled {
    const { schema, resource } = this.#setting
    const [first = '', second, ...others] = collection.segments
    const outer = variables.get(first)
    const [owner, name] = outer !== undefined && 'fields' in outer ? [outer, second ?? ''] : [resource, first]
    if (others.length > 0 || (owner === resource && second !== undefined))
      throw this.#refused(
        collection,
        `any and all take a list of the row itself: accepted are ${listNames(owner).join(', ')}.`,
      )
    const find = (row: Row, bound: Bound) => (owner === resource ? row : (bound.get(first) as Row))
    const link = owner.links.get(name)
    if (link?.isList === true) {
      const target = schema.resources.get(link.target) as Resource // links lead to resources that are there
      return this.#quantified(quantifier, variable, condition, new Map(variables).set(variable, target), (row, bound) =>
        link.follow(find(row, bound)),
      )
    }
    const field = owner.fields.get(name)
    if (field === undefined && link === undefined) throw this.#unknown(collection, name, owner)
    if (field?.isList !== true)
      throw new QueryError(this.#setting.option, at, `${name} is no list: accepted are ${listNames(owner).join(', ')}.`)
    return this.#quantified(
      quantifier,
      variable,
      condition,
      new Map(variables).set(variable, field),
      (row, bound) => (field.read(find(row, bound)) ?? []) as readonly string[],
    ) // it is a list
  }

  #quantified(
    quantifier: Lambda['quantifier'],
    variable: string,
    condition: Expression | undefined,
    variables: Variables,
    elements: (row: Row, bound: Bound) => readonly (Row | string)[],
  ): Compiled {
    const compiled = condition && this.condition(condition, variables)
    const holds = (element: Row | string, row: Row, bound: Bound) =>
      compiled === undefined || compiled.value(row, new Map(bound).set(variable, element)) === true
    const isAny = quantifier === 'any'
    return {
      type: 'boolean',
      isList: false,
      value: (row, bound) => {
        for (const element of elements(row, bound)) if (holds(element, row, bound) === isAny) return isAny
        return !isAny
      },
    }
  }

  #unknown(path: Path, name: string, resource: Resource): QueryError {
    return unknownField(this.#setting.option, path.at, name, resource)
  }

  #refused({ at }: { readonly at: number }, sentence: string): QueryError {
    return new QueryError(this.#setting.option, at, sentence)
  }
}

/** The refusal of a name that a resource does not have. */
export function unknownField(option: string, at: number, name: string, resource: Resource): QueryError {
  const names = [...resource.fields.keys(), ...resource.links.keys()]
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return new QueryError(
    option,
    at,
    `${resource.name} has no field ${quote(name)} here: $metadata lists those that it has.${hint}`,
  )
}

function listNames({ fields, links }: Resource): readonly string[] {
  return [
    ...[...links.values()].filter(({ isList }) => isList).map(({ name }) => name),
    ...[...fields.values()].filter(({ isList }) => isList).map(({ name }) => name),
  ]
}

function numbered(value: Compiled['value']): Compiled {
  return { type: 'number', isList: false, isWhole: true, value }
}

/** `and` is false as soon as one operand is, `or` true as soon as one is; otherwise an unknown operand makes it unknown. */
function junction(kind: 'and' | 'or', operands: readonly Compiled[]): Compiled {
  const deciding = kind === 'or'
  return {
    type: 'boolean',
    isList: false,
    value: (row, bound) => {
      let isKnown = true
      for (const operand of operands) {
        const value = operand.value(row, bound)
        if (value === deciding) return deciding
        if (value === undefined) isKnown = false
      }
      return isKnown ? !deciding : undefined
    },
  }
}

function not(operand: Compiled): Compiled {
  return {
    type: 'boolean',
    isList: false,
    value: (row, bound) => {
      const value = operand.value(row, bound)
      return value === undefined ? undefined : value !== true
    },
  }
}

/** A word as older servers write it, without blanks and signs. */
export function bare(word: string): string {
  return word.replace(/[^A-Za-z0-9]/g, '')
}
