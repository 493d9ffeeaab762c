export { looksLikeAddress } from './address-text.ts'
export { agentLink } from './agent-link.ts'
export { atLeast } from './at-least.ts'
export { buildingUrl } from './building-url.ts'
export { day, dayInUs } from './day.ts'
export { flag } from './flag.ts'
export { format } from './format.ts'
export { homeReference } from './home-reference.ts'
export { homeUrl } from './home-url.ts'
export { listOf } from './list-of.ts'
export { minMax } from './min-max.ts'
export { names } from './names.ts'
export { number, positive, wholeNumber } from './number.ts'
export { oneOf } from './one-of.ts'
export { WHOLE } from './other-names.ts'
export {
  type Applicability,
  type Args,
  beyond,
  defaulted,
  type Fitting,
  forgiven,
  labelled,
  type OtherNames,
  optional,
  type Parameter,
  type Parameters,
  personal,
  type Rule,
  required,
  unlogged,
} from './parameter.ts'
export {
  type Handling,
  invalidParameters,
  nearestName,
  type ParsedParameters,
  parse,
  type QueryPairs,
  quote,
  refusalSentence,
  type Texts,
} from './parse.ts'
export { polygon } from './polygon.ts'
export { type Range, range } from './range.ts'
export { Refusal, type Schema, type Shape } from './shape.ts'
export { text } from './text.ts'
export { worded } from './worded.ts'
export { zpidBeside } from './zpid.ts'
