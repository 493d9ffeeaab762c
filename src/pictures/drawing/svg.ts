/** Pieces of SVG text. Coordinates are those of the drawing's view box, rounded to whole units. */

export const WIDE = 960
export const HIGH = 640

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const round = radius > 0 ? ` rx="${radius}"` : ''
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${fill}"${round}/>`
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${fill}"/>`
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string): string {
  return `<ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(radiusX)}" ry="${at(radiusY)}" fill="${fill}"/>`
}

/** Corners as alternating x and y. */
export function polygon(fill: string, ...corners: number[]): string {
  return `<polygon points="${corners.map(at).join(' ')}" fill="${fill}"/>`
}

export function path(fill: string, commands: string): string {
  return `<path d="${commands}" fill="${fill}"/>`
}

export function stroke(color: string, width: number, commands: string): string {
  return `<path d="${commands}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`
}

/** A soft shadow or sheen over the layers below. */
export function veil(opacity: number, shape: string): string {
  return `<g opacity="${opacity}">${shape}</g>`
}

/** A vertical gradient between two colours, for shapes filled with `url(#name)`. */
export function gradient(name: string, upper: string, lower: string): string {
  return `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${upper}"/><stop offset="1" stop-color="${lower}"/></linearGradient>`
}

const TEXTURES = {
  boards: [40, 13, 'M0 12.5h40'],
  bricks: [30, 18, 'M0 .5h30M0 9.5h30M7 0v9M22 9v9'],
} as const

/** A pattern of thin lines, for shapes filled with `url(#name)`. */
export function texture(name: keyof typeof TEXTURES): string {
  const [width, height, lines] = TEXTURES[name]
  return `<pattern id="${name}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"><path d="${lines}" stroke="#0000001c"/></pattern>`
}

/** A shape around 0, 0, drawn at each place of `placed` with that place's fill. */
export function mold(name: string, shape: string): string {
  return `<defs><g id="${name}">${shape}</g></defs>`
}

export function placed(name: string, x: number, y: number, fill = ''): string {
  return `<use href="#${name}" x="${at(x)}" y="${at(y)}"${fill && ` fill="${fill}"`}/>`
}

/** Mirrors left and right. */
export function mirrored(shape: string): string {
  return `<g transform="matrix(-1 0 0 1 ${WIDE} 0)">${shape}</g>`
}

/** A complete labelled drawing. `width` is in pixels; the height follows from the aspect ratio. */
export function drawing(width: number, title: string, content: string, wide = WIDE, high = HIGH): string {
  const size = `width="${width}" height="${Math.round((width * high) / wide)}" viewBox="0 0 ${wide} ${high}"`
  const label = `<text x="${wide - 14}" y="${high - 14}" text-anchor="end" font-family="sans-serif" font-size="${wide / 56}" fill="#fff" stroke="#0006" stroke-width="3" paint-order="stroke">Sample picture</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${title}</title>${content}${label}</svg>`
}

function at(value: number): number {
  return Math.round(value)
}
