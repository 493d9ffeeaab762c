import type { Parameter } from '../../kit/params/index.ts'

/** Returns the meaning of a parameter, when it applies, what it is where it is left out, and its other names. */
export function meaningOf({ doc, only, assumed, otherNames }: Parameter<unknown>): string {
  return [
    doc,
    ...(only ? [`Only with ${only.parameter} ${only.values.join(' or ')}.`] : []),
    ...(assumed === undefined ? [] : [`If left out, ${assumed} is assumed, and \`warnings\` says so.`]),
    ...(otherNames ? [`Also read as ${Object.keys(otherNames).join(', ')}.`] : []),
  ].join(' ')
}
