import type { Parameter } from '../../kit/params/index.ts'

/** Describes a parameter: its meaning, when it applies, its default, and its other names. */
export function meaningOf({ doc, only, assumed, otherNames }: Parameter<unknown>): string {
  return [
    doc,
    ...(only ? [`Only with ${only.parameter} ${only.values.join(' or ')}.`] : []),
    ...(assumed === undefined ? [] : [`If left out, ${assumed} is assumed, and \`warnings\` says so.`]),
    ...(otherNames ? [`Also read as ${Object.keys(otherNames).join(', ')}.`] : []),
  ].join(' ')
}
