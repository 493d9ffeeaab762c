import type { Element } from './column.ts'

/**
 * Compiles a separate copy of a loop for each array type. V8 compiles a function once for all callers. A loop that sees
 * several array types checks the type at every access and takes 3 to 6 times as long. `loop` must use only its
 * parameters, because copies are compiled from its source.
 */
export function copyPerElement<L extends (...operands: never[]) => unknown>(loop: L): Readonly<Record<Element, L>> {
  const copy = (element: Element) => ownCopy(loop, `${loop.name}-${element}`)
  return { u8: copy('u8'), u16: copy('u16'), u32: copy('u32'), i32: copy('i32'), f32: copy('f32'), f64: copy('f64') }
}

/**
 * The name makes the source text unique, because V8 shares type feedback between functions with equal text. Profilers
 * show the name.
 */
function ownCopy<L extends (...operands: never[]) => unknown>(loop: L, name: string): L {
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is that of a function of ours, nothing from outside
  return new Function(`return ${String(loop)}\n//# sourceURL=${name}`)() as L // evaluates to the same function type
}
