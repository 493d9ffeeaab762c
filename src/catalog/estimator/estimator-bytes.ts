import type { Forest } from './forest.ts'
import type { FurtherInput } from './further-inputs.ts'
import { HeldOffers } from './held-offers.ts'
import { ERROR_INPUTS, type Model, type Part } from './model.ts'
import { Packed, pack } from './packed.ts'
import { type Market, TREE_INPUTS } from './tree-row.ts'

/** This word changes when the bytes change their meaning. */
const WORD = 'PlatEst3'

/** The part of a model that is not in long columns. */
interface Plain extends Pick<Model, 'day' | 'firstDay' | 'sales'> {
  readonly inputs: readonly string[]
  readonly parts: readonly PlainPart[]
  readonly holdsOffers: boolean
}

interface PlainPart extends Pick<Part, 'margins'> {
  readonly effects: Market['effects']
  readonly middle: Market['middle']
  readonly level: { readonly firstDay: number; readonly stepDays: number }
  /** Number of texts of each input, 0 for an input that is a number. */
  readonly further: readonly { readonly name: string; readonly unknown: number; readonly texts: number }[]
  readonly bases: { readonly values: number; readonly errors: number }
}

/** Throws a `RangeError` for effects that are no numbers: nothing could be compared by them. */
export function bytesOf({ day, firstDay, sales, parts, offers }: Model): Uint8Array {
  const plain: Plain = {
    inputs: TREE_INPUTS,
    day,
    firstDay,
    sales,
    parts: parts.map(plainOf),
    holdsOffers: offers !== undefined,
  }
  const columns = parts.map((part, nth) => columnsOfPart(`${nth}.`, part))
  return pack(WORD, plain, Object.assign({}, offers?.columns, ...columns))
}

function plainOf({ market, values, errors, margins }: Part): PlainPart {
  const { effects, middle, level, further } = market
  for (const [trait, effect] of Object.entries(effects))
    if (!Number.isFinite(effect))
      throw new RangeError(`Cannot keep an estimator whose effect of ${trait} is ${effect}.`)
  return {
    effects,
    middle,
    level: { firstDay: level.firstDay, stepDays: level.stepDays },
    further: further.map(({ name, unknown, texts }) => ({ name, unknown, texts: texts?.codes.length ?? 0 })),
    bases: { values: values.base, errors: errors.base },
    margins,
  }
}

function columnsOfPart(prefix: string, { market: { level, further }, values, errors }: Part) {
  return {
    [`${prefix}levels`]: level.levels,
    [`${prefix}codes`]: Float32Array.from(further.flatMap(({ texts }) => [...(texts?.codes ?? [])])),
    [`${prefix}effects`]: Float32Array.from(further.flatMap(({ texts }) => [...(texts?.effects ?? [])])),
    ...columnsOf(`${prefix}values`, values),
    ...columnsOf(`${prefix}errors`, errors),
  }
}

function columnsOf(name: string, { roots, inputs, thresholds, children, values }: Forest) {
  return {
    [`${name}.roots`]: roots,
    [`${name}.inputs`]: inputs,
    [`${name}.thresholds`]: thresholds,
    [`${name}.children`]: children,
    [`${name}.values`]: values,
  }
}

/** Whether bytes begin as those of this version do; older ones cannot be read. */
export function isOfThisVersion(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, WORD.length)).toString('latin1') === WORD
}

/** Throws a `RangeError` for bytes that are damaged, or were written with other inputs. */
export function readModel(bytes: Uint8Array): Model {
  const packed = new Packed(WORD, bytes, 'estimator')
  const { inputs, day, firstDay, sales, parts, holdsOffers } = packed.plain as Plain // written above
  if (inputs.join() !== TREE_INPUTS.join()) packed.refuse('it was trained with other inputs')
  const [first, ...others] = parts.map((part, nth) => partIn(packed, `${nth}.`, part))
  if (first === undefined) return packed.refuse('they hold no part')
  return {
    day,
    firstDay,
    sales,
    parts: [first, ...others],
    ...(holdsOffers && { offers: HeldOffers.in(packed) }),
  }
}

function partIn(packed: Packed, prefix: string, { effects, middle, level, bases, margins, ...plain }: PlainPart): Part {
  const further = furtherIn(packed, prefix, plain.further)
  const levels = packed.column(`${prefix}levels`, 'Float64Array')
  return {
    market: { effects, middle, level: { ...level, levels }, further },
    values: forestIn(packed, `${prefix}values`, bases.values, TREE_INPUTS.length + further.length),
    errors: forestIn(packed, `${prefix}errors`, bases.errors, ERROR_INPUTS),
    margins,
  }
}

function furtherIn(packed: Packed, prefix: string, all: PlainPart['further']): FurtherInput[] {
  const [codes, effects] = (['codes', 'effects'] as const).map((name) =>
    packed.column(`${prefix}${name}`, 'Float32Array'),
  ) as [Float32Array, Float32Array] // one for each name
  let start = 0
  return all.map(({ name, unknown, texts }) => {
    const end = start + texts
    const part = { codes: codes.subarray(start, end), effects: effects.subarray(start, end) }
    start = end
    return texts === 0 ? { name, unknown } : { name, unknown, texts: part }
  })
}

function forestIn(packed: Packed, name: string, base: number, width: number): Forest {
  const forest = {
    base,
    roots: packed.column(`${name}.roots`, 'Uint32Array'),
    inputs: packed.column(`${name}.inputs`, 'Uint8Array'),
    thresholds: packed.column(`${name}.thresholds`, 'Float32Array'),
    children: packed.column(`${name}.children`, 'Uint16Array'),
    values: packed.column(`${name}.values`, 'Float32Array'),
  }
  if (!isSound(forest, width)) packed.refuse('its trees do not hold together')
  return forest
}

/** Every child lies behind its parent and inside its tree, so each walk ends at a leaf. */
function isSound({ roots, inputs, thresholds, children, values }: Forest, width: number): boolean {
  const nodes = values.length
  if ([inputs, thresholds, children].some(({ length }) => length !== nodes)) return false
  return roots.every((root, nth) => {
    const end = roots[nth + 1] ?? nodes
    if (root >= end || end > nodes) return false
    for (let node = root; node < end; node++) {
      const child = children[node] as number
      if ((inputs[node] as number) >= width) return false
      if (child !== 0 && (child <= node - root || root + child + 1 >= end)) return false
    }
    return true
  })
}
