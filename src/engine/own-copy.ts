import type { Element } from './column.ts'

/**
 * Copies of one loop, a copy for each type of array. V8 compiles a function once for all its callers: a loop that has
 * seen arrays of several types tests the type at every access and runs 3 to 6 times as long. `loop` must use nothing
 * but its parameters, since a copy is compiled from its text.
 */
export function copyPerElement<L extends (...operands: never[]) => unknown>(loop: L): Readonly<Record<Element, L>> {
  const copy = (element: Element) => ownCopy(loop, `${loop.name}-${element}`)
  return { u8: copy('u8'), u16: copy('u16'), u32: copy('u32'), i32: copy('i32'), f32: copy('f32'), f64: copy('f64') }
}

/** The name makes the text unique (V8 shares what it learnt among functions of one text) and shows up in profiles. */
function ownCopy<L extends (...operands: never[]) => unknown>(loop: L, name: string): L {
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is that of a function of ours, nothing from outside
  return new Function(`return ${String(loop)}\n//# sourceURL=${name}`)() as L // so it is the same function
}
