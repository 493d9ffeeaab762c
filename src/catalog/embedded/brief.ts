import type { Home } from '../../model/home.ts'
import type { HomeBrief } from '../../model/home-brief.ts'

/** Where, in the JSON of a home, the brief part ends. Inside a text its quotes would be escaped: it occurs as a key only. */
const REST = ',"history":['

/** A home as it is stored: first what is brief, then what is long and seldom needed. */
export function homeJson({ history, taxes, estimate, interest, ...brief }: Home): string {
  return JSON.stringify({ ...brief, history, taxes, estimate, interest })
}

/** The brief part of a stored home; nothing behind it is parsed, which is more than half. */
export function briefOf(json: string): HomeBrief {
  return JSON.parse(`${json.slice(0, json.indexOf(REST))}}`)
}
