import type { Random } from '../../src/kit/algorithms/random.ts'
import type { JsonRow } from './asked.ts'
import type { NaiveField, NaiveTable, NaiveTables } from './naive-tables.ts'
import { type Naive, type NaivePoint, naiveValue, rounded } from './naive-values.ts'

/** What variables stand for. */
export type NaiveBound = ReadonlyMap<string, JsonRow | string>

/** How tightly an expression binds: a looser one needs parentheses inside a tighter one. */
export const LEVEL = { or: 0, and: 1, equality: 2, relation: 3, sum: 4, product: 5, unary: 6, member: 7, primary: 8 }

/** An expression: OData's text, and what it means for a row. */
export interface Written {
  readonly text: string
  readonly level: number
  of(row: JsonRow, bound: NaiveBound): Naive
}

/** Whose fields an expression has. */
export interface Place {
  readonly table: NaiveTable
  /** In front of names of fields: `x/` for those of a variable. */
  readonly prefix: string
  row(row: JsonRow, bound: NaiveBound): JsonRow
  /** Inside of `any` or `all`. */
  readonly isNested: boolean
}

export type OperandType = 'text' | 'number' | 'flag' | 'day' | 'moment'

const TYPE_OF: Readonly<Record<string, OperandType>> = {
  'Edm.String': 'text',
  'Edm.Int64': 'number',
  'Edm.Decimal': 'number',
  'Edm.Boolean': 'flag',
  'Edm.Date': 'day',
  'Edm.DateTimeOffset': 'moment',
}

export function wrapped({ text, level }: Written, least: number): string {
  return level < least ? `(${text})` : text
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

const primary = (text: string, of: Written['of']): Written => ({ text, level: LEVEL.primary, of })

/** How often a sampled value is looked for before another one is made up. */
const TRIES = 8

/** Draws fields, literals, calculations and functions. */
export class RandomOperands {
  readonly #tables: NaiveTables
  readonly #random: Random

  constructor(tables: NaiveTables, random: Random) {
    this.#tables = tables
    this.#random = random
  }

  /** A type that some field with one value has. */
  anyType({ table }: Place): OperandType {
    const { type } = this.#random.pick(table.fields.filter(({ isList, type: of }) => !isList && of in TYPE_OF))
    return TYPE_OF[type] as OperandType // as it was chosen
  }

  ofType(place: Place, type: OperandType, how: 'plain' | 'any' = 'any'): Written {
    const draw = how === 'plain' ? 1 : this.#random.unit()
    if (draw < 0.12) return this.#function(place, type)
    if (draw < 0.2 && type === 'number') return this.#calculated(place)
    if (draw < 0.3) return this.#elsewhere(place, type)
    const fields = fieldsOf(place.table, type)
    return fields.length === 0 ? this.literal(place, type) : this.field(place, this.#random.pick(fields).name)
  }

  field({ table, prefix, row: rowOf }: Place, name: string): Written {
    const { type } = table.fields.find((field) => field.name === name) as NaiveField // one of its fields
    return primary(`${prefix}${name}`, (row, bound) => naiveValue(rowOf(row, bound), name, type))
  }

  /** A field of the one row that a row leads to. */
  #elsewhere(place: Place, type: OperandType): Written {
    const { table, prefix, row: rowOf } = place
    const link = this.#random.pick([...table.links.filter(({ isList }) => !isList), undefined])
    if (link === undefined) return this.ofType(place, type, 'plain')
    const target = this.#tables.table(link.target)
    const fields = fieldsOf(target, type)
    if (fields.length === 0) return this.ofType(place, type, 'plain')
    const field = this.#random.pick(fields)
    return primary(`${prefix}${link.name}/${field.name}`, (row, bound) => {
      const [there] = this.#tables.follow(table, link, rowOf(row, bound))
      return there === undefined ? null : naiveValue(there, field.name, field.type)
    })
  }

  /** A constant like the values of a field of the type, or of the operand's own field. */
  literal({ table }: Place, type: OperandType, like?: Written): Written {
    const own = table.fields.filter(({ name }) => name === like?.text.split('/').at(-1))
    const fields = own.length > 0 ? own : fieldsOf(table, type)
    const field = fields.length === 0 ? undefined : this.#random.pick(fields)
    switch (type) {
      case 'flag': {
        const value = this.#random.unit() < 0.5
        return primary(String(value), () => value)
      }
      case 'number':
        return this.#numberLiteral(table, field)
      case 'text': {
        const value = field === undefined ? 'x' : this.sampled(table, field.name, field.hasWords)
        return primary(quoted(value), () => value)
      }
      case 'day': {
        const sampled = field && this.#value(table, field.name)
        const value = sampled === undefined ? '2026-05-01' : String(sampled)
        return primary(value, () => value)
      }
      case 'moment':
        return this.#momentLiteral(table, field)
    }
  }

  /** A text of a field, or one that resembles it. Words of lists are not cut, since other spellings stand for them. */
  sampled(table: NaiveTable, name: string, isWord: boolean): string {
    const value = [this.#value(table, name) ?? 'none'].flat()
    const text = value.length === 0 ? 'none' : String(this.#random.pick(value))
    const draw = this.#random.unit()
    if (draw < 0.85) return text
    return isWord || draw < 0.95 ? `${text}zq` : text.slice(0, this.#random.below(text.length + 1)).toWellFormed()
  }

  partOfText({ table }: Place): Written {
    const field = this.#random.pick(fieldsOf(table, 'text'))
    const text = this.sampled(table, field.name, field.hasWords)
    const from = this.#random.below(text.length + 1)
    const part = text.slice(from, from + this.#random.below(6)).toWellFormed() // half an emoji cannot be sent
    return primary(quoted(part), () => part)
  }

  pointNear(table: NaiveTable): NaivePoint {
    const there = this.#value(table, 'Coordinates') as { readonly coordinates: readonly number[] } | undefined
    const [longitude = -97, latitude = 30] = there?.coordinates ?? []
    const away = 10 ** -this.#random.below(4)
    const moved = (degrees: number, most: number) =>
      Number(Math.max(-most, Math.min(most, degrees + (this.#random.unit() - 0.5) * away)).toFixed(7))
    return { longitude: moved(longitude, 180), latitude: moved(latitude, 90) }
  }

  #value(table: NaiveTable, name: string): unknown {
    for (let i = 0; i < TRIES && table.rows.length > 0; i++) {
      const value = this.#random.pick(table.rows)[name]
      if (value !== null && value !== undefined) return value
    }
    return undefined
  }

  #numberLiteral(table: NaiveTable, field: NaiveField | undefined): Written {
    const sampled = Number((field && this.#value(table, field.name)) ?? this.#random.below(10))
    const draw = this.#random.unit()
    if (draw < 0.01) return primary('INF', () => Number.POSITIVE_INFINITY)
    if (draw < 0.02) return primary('NaN', () => Number.NaN)
    const value = draw < 0.7 ? sampled : draw < 0.85 ? sampled + 1 : draw < 0.95 ? sampled - 0.5 : -sampled
    return primary(String(value), () => value)
  }

  #momentLiteral(table: NaiveTable, field: NaiveField | undefined): Written {
    const text = String((field && this.#value(table, field.name)) ?? '2026-05-01T10:00:00.000Z')
    const ms = Date.parse(text)
    const draw = this.#random.unit()
    if (draw < 0.5) return primary(text, () => ms * 1000)
    if (draw < 0.7) return primary(text.replace('Z', '500Z'), () => ms * 1000 + 500)
    if (draw < 0.8) {
      const day = text.slice(0, 10)
      return primary(day, () => Date.parse(day) * 1000)
    }
    const there = new Date(ms + 19_800_000).toISOString().replace('Z', '+05:30')
    return primary(there, () => ms * 1000)
  }

  #calculated(place: Place): Written {
    const left = this.ofType(place, 'number', 'plain')
    const draw = this.#random.unit()
    if (draw < 0.2 && !left.text.startsWith('-'))
      return { text: `-${left.text}`, level: LEVEL.unary, of: mapped(left, (value) => -Number(value)) }
    const operator = this.#random.pick(['add', 'sub', 'mul', 'divby', 'mod'])
    const right = this.#random.unit() < 0.5 ? this.ofType(place, 'number', 'plain') : primary('3', () => 3)
    const level = operator === 'add' || operator === 'sub' ? LEVEL.sum : LEVEL.product
    return {
      text: `${wrapped(left, level)} ${operator} ${wrapped(right, level + 1)}`,
      level,
      of: (row, bound) => {
        const [one, other] = [left.of(row, bound), right.of(row, bound)]
        if (typeof one !== 'number' || typeof other !== 'number') return null
        if (operator === 'add') return one + other
        if (operator === 'sub') return one - other
        if (operator === 'mul') return one * other
        if (other === 0) return null
        return operator === 'divby' ? one / other : one % other
      },
    }
  }

  #function(place: Place, type: OperandType): Written {
    switch (type) {
      case 'text':
        return this.#textFunction(place)
      case 'number':
        return this.#numberFunction(place)
      case 'day': {
        const moment = this.ofType(place, 'moment', 'plain')
        if (/^\d/.test(moment.text)) return this.ofType(place, type, 'plain')
        return primary(
          `date(${moment.text})`,
          mapped(moment, (us) => new Date(Number(us) / 1000).toISOString().slice(0, 10)),
        )
      }
      case 'moment':
        return this.#random.unit() < 0.5
          ? primary('maxdatetime()', () => Date.parse('9999-12-31') * 1000)
          : primary('mindatetime()', () => Date.parse('0001-01-01') * 1000)
      case 'flag':
        return this.ofType(place, type, 'plain')
    }
  }

  #textFunction(place: Place): Written {
    const text = this.ofType(place, 'text', 'plain')
    const name = this.#random.pick(['tolower', 'toupper', 'trim', 'concat', 'substring'])
    if (name === 'concat') {
      const other = this.ofType(place, 'text', 'plain')
      return primary(`concat(${text.text},${other.text})`, (row, bound) => {
        const [one, two] = [text.of(row, bound), other.of(row, bound)]
        return one === null || two === null ? null : `${one}${two}`
      })
    }
    if (name === 'substring') {
      const from = this.#random.below(4)
      return primary(
        `substring(${text.text},${from},5)`,
        mapped(text, (value) => String(value).slice(from, from + 5)),
      )
    }
    const run = { tolower: 'toLowerCase', toupper: 'toUpperCase', trim: 'trim' } as const
    return primary(
      `${name}(${text.text})`,
      mapped(text, (value) => String(value)[run[name as keyof typeof run]]()),
    )
  }

  #numberFunction(place: Place): Written {
    const name = this.#random.pick([
      'length',
      'indexof',
      'year',
      'month',
      'day',
      'hour',
      'round',
      'floor',
      'ceiling',
      '$count',
    ])
    if (name === '$count') return this.#count(place)
    if (name === 'length') {
      const text = this.ofType(place, 'text', 'plain')
      return primary(
        `length(${text.text})`,
        mapped(text, (value) => String(value).length),
      )
    }
    if (name === 'indexof') {
      const text = this.ofType(place, 'text', 'plain')
      const part = this.partOfText(place)
      return primary(`indexof(${text.text},${part.text})`, (row, bound) => {
        const value = text.of(row, bound)
        return value === null ? null : String(value).indexOf(String(part.of(row, bound)))
      })
    }
    if (name === 'round' || name === 'floor' || name === 'ceiling') {
      const number = this.ofType(place, 'number', 'plain')
      const run = { round: rounded, floor: Math.floor, ceiling: Math.ceil }[name]
      return primary(
        `${name}(${number.text})`,
        mapped(number, (value) => run(Number(value))),
      )
    }
    const moment = this.ofType(place, 'moment', 'plain')
    if (/^\d{4}-\d\d-\d\d$/.test(moment.text)) return this.ofType(place, 'number', 'plain')
    const [from, to] = { year: [0, 4], month: [5, 7], day: [8, 10], hour: [11, 13] }[name] as [number, number] // the four
    return primary(
      `${name}(${moment.text})`,
      mapped(moment, (us) => Number(new Date(Number(us) / 1000).toISOString().slice(from, to))),
    )
  }

  /** How many elements a list has. */
  #count(place: Place): Written {
    const { table, prefix, row: rowOf } = place
    const lists = [...table.fields.filter(({ isList }) => isList), ...table.links.filter(({ isList }) => isList)]
    if (lists.length === 0) return this.ofType(place, 'number', 'plain')
    const list = this.#random.pick(lists)
    return primary(`${prefix}${list.name}/$count`, (row, bound) => {
      const there = rowOf(row, bound)
      return 'target' in list
        ? this.#tables.follow(table, list, there).length
        : (there[list.name] as readonly string[]).length
    })
  }
}

function fieldsOf({ fields }: NaiveTable, type: OperandType): readonly NaiveField[] {
  return fields.filter((field) => !field.isList && TYPE_OF[field.type] === type)
}

function mapped(operand: Written, run: (value: Naive) => Naive): Written['of'] {
  return (row, bound) => {
    const value = operand.of(row, bound)
    return value === null ? null : run(value)
  }
}
