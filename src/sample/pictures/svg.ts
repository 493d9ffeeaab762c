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

/** Corners as x and y in turn. */
export function polygon(fill: string, ...corners: number[]): string {
  return `<polygon points="${corners.map(at).join(' ')}" fill="${fill}"/>`
}

export function path(fill: string, commands: string): string {
  return `<path d="${commands}" fill="${fill}"/>`
}

export function stroke(color: string, width: number, commands: string): string {
  return `<path d="${commands}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`
}

/** A soft shadow or a sheen over what lies below. */
export function veil(opacity: number, shape: string): string {
  return `<g opacity="${opacity}">${shape}</g>`
}

/** The upper color turns into the lower one from top to bottom of whatever is filled with `url(#name)`. */
export function gradient(name: string, upper: string, lower: string): string {
  return `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${upper}"/><stop offset="1" stop-color="${lower}"/></linearGradient>`
}

/** A whole drawing, labelled as what it is. `width` is in pixels; the height follows from the shape. */
export function drawing(width: number, title: string, content: string, wide = WIDE, high = HIGH): string {
  const size = `width="${width}" height="${Math.round((width * high) / wide)}" viewBox="0 0 ${wide} ${high}"`
  const label = `<text x="${wide - 14}" y="${high - 14}" text-anchor="end" font-family="sans-serif" font-size="${wide / 56}" fill="#fff" stroke="#0006" stroke-width="3" paint-order="stroke">Sample picture</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${title}</title>${content}${label}</svg>`
}

function at(value: number): number {
  return Math.round(value)
}
