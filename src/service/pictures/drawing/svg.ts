import { type Look, type Paint, repainted } from './paint.ts'
import { SHAPES } from './shapes.ts'

/** The view box of most pictures. */
export const WIDE = 960
export const HIGH = 640

export function rect(x: number, y: number, wide: number, high: number, fill: string, radius = 0): string {
  const at = [x, y, wide, high].map(Math.round)
  return `<rect x="${at[0]}" y="${at[1]}" width="${at[2]}" height="${at[3]}" rx="${radius}" fill="${fill}"/>`
}

/**
 * A filled path. An opaque path also has an outline, by default in the same color, which rounds corners and makes thin
 * lines visible.
 */
export function path(fill: string, commands: string, lineWidth = 6, line = fill): string {
  const outline = fill.length === 5 ? '' : ` stroke="${line}" stroke-width="${lineWidth}"`
  return `<path d="${commands}" fill="${fill}"${outline}/>`
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${radius}" fill="${fill}"/>`
}

/**
 * Draws shapes by name, each with the position of its foot and optionally its scale: `tree 90 540; dog 300 560 .8`. A
 * negative scale mirrors the shape. People vary at random.
 */
export function shapes(list: string, { random, paint }: Pick<Look, 'random' | 'paint'>): string {
  return list
    .split('; ')
    .map((entry) => {
      const [name = '', x = 0, y = 0, scale = 1] = entry.split(' ')
      const isPerson = name === 'person' || name === 'sitting'
      const own = isPerson ? repainted(random, paint, 'skin', 'fabric', 'accent') : paint
      const parts = (SHAPES[name] ?? []).map(([color, commands]) => path(own[color as keyof Paint] ?? color, commands))
      const sized = `scale(${scale} ${Math.abs(Number(scale))})`
      return `<g transform="translate(${Math.round(Number(x))} ${Math.round(Number(y))}) ${sized}">${parts.join('')}</g>`
    })
    .join('')
}

/** A complete drawing, labeled `Sample picture`. `width` is in pixels; the height follows from the view box. */
export function drawing(width: number, title: string, content: string, wide = WIDE, high = HIGH): string {
  const size = `width="${width}" height="${Math.round((width * high) / wide)}" viewBox="0 0 ${wide} ${high}"`
  const round = 'stroke-linejoin="round" stroke-linecap="round"'
  const label = `<text x="${wide - 14}" y="${high - 14}" text-anchor="end" font-family="sans-serif" font-size="${wide / 56}" fill="#fff" stroke="#0006" stroke-width="3" paint-order="stroke">Sample picture</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${title}</title><g ${round}>${content}</g>${label}</svg>`
}
