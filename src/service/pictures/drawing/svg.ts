import type { Paint } from './paint.ts'
import { SHAPES, type ShapeName } from './shapes.ts'

/** The view box of most pictures. */
export const WIDE = 960
export const HIGH = 640

export function rect(x: number, y: number, wide: number, high: number, fill: string, radius = 0): string {
  const at = [x, y, wide, high].map(Math.round)
  return `<rect x="${at[0]}" y="${at[1]}" width="${at[2]}" height="${at[3]}" rx="${radius}" fill="${fill}"/>`
}

/**
 * A filled path. Unless it is translucent it has an outline, by default of its own colour: that rounds its corners and
 * shows bare lines.
 */
export function path(fill: string, commands: string, lineWidth = 6, line = fill): string {
  const outline = fill.length === 5 ? '' : ` stroke="${line}" stroke-width="${lineWidth}"`
  return `<path d="${commands}" fill="${fill}"${outline}/>`
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${radius}" fill="${fill}"/>`
}

/** One of the shapes, its foot at a point. A negative scale mirrors it. */
export function put(name: ShapeName, x: number, y: number, paint: Paint, scale = 1): string {
  const parts = (SHAPES[name] ?? []).map(([color, commands]) => path(colorOf(color, paint), commands))
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale} ${Math.abs(scale)})">${parts.join('')}</g>`
}

function colorOf(color: string, paint: Paint): string {
  return `${paint[color as keyof Paint] ?? color}` // a colour that is not in the paint is meant as it is
}

/** A complete drawing that says it is of an invented home. `width` is in pixels; the height follows from the view box. */
export function drawing(width: number, title: string, content: string, wide = WIDE, high = HIGH): string {
  const size = `width="${width}" height="${Math.round((width * high) / wide)}" viewBox="0 0 ${wide} ${high}"`
  const round = 'stroke-linejoin="round" stroke-linecap="round"'
  const label = `<text x="${wide - 14}" y="${high - 14}" text-anchor="end" font-family="sans-serif" font-size="${wide / 56}" fill="#fff" stroke="#0006" stroke-width="3" paint-order="stroke">Sample picture</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${title}</title><g ${round}>${content}</g>${label}</svg>`
}
