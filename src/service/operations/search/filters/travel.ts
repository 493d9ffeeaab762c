import type { Context } from '../../../../catalog/ports/context.ts'
import type { Condition } from '../../../../catalog/ports/query.ts'
import { TRAVEL_MODES } from '../../../../catalog/ports/travel-times.ts'
import type { ParameterError } from '../../../../kit/base/failure.ts'
import {
  beyond,
  format,
  invalidParameters,
  labelled,
  number,
  oneOf,
  optional,
  type Parameters,
  Refusal,
  type Rule,
  type Shape,
  unlogged,
  wholeNumber,
} from '../../../../kit/params/index.ts'
import { agentNumber, agentOne, agentText } from '../../agent-words.ts'
import type { FilterWords } from '../../filter-words.ts'

const MINUTES_MAX = 120

const wholeMinutes = wholeNumber(1, MINUTES_MAX)
const minutes: Shape<number> = {
  schema: { type: 'string', pattern: String.raw`^\d{1,3} ?(min)?$` },
  example: '20min',
  parse: (text) => {
    const read = wholeMinutes.parse(text.replace(/\s*min(ute)?s?$/i, ''))
    return read instanceof Refusal ? new Refusal(`must be 1 to ${MINUTES_MAX} minutes, such as 20min.`) : read
  },
  format: (value) => `${value}min`,
}

interface Place {
  readonly latitude: number
  readonly longitude: number
}

const latitudes = number(-90, 90, '47.6097')
const longitudes = number(-180, 180, '-122.3331')
const place: Shape<Place> = {
  schema: { type: 'string' },
  example: '47.6097,-122.3331',
  parse: (text) => {
    const [latitude, longitude, ...rest] = text.split(/\s*,\s*|\s+/)
    const read = [latitudes.parse(latitude ?? ''), longitudes.parse(longitude ?? '')]
    const [north, east] = read
    if (rest.length === 0 && typeof north === 'number' && typeof east === 'number')
      return { latitude: north, longitude: east }
    return new Refusal('must be a latitude and a longitude in degrees, such as 47.6097,-122.3331.')
  },
  format: ({ latitude, longitude }) => `${format(latitudes, latitude)},${format(longitudes, longitude)}`,
}

export const travelParameters = {
  within: labelled(
    'Travel time',
    beyond(
      optional(
        minutes,
        `Homes that can be reached from \`of\` in this time: 1 to ${MINUTES_MAX} minutes, such as 20min. The operator's routing engine determines the area.`,
      ),
    ),
  ),
  by: labelled(
    'Travel by',
    beyond(
      optional(oneOf(TRAVEL_MODES), `How to travel, with \`within\`: ${TRAVEL_MODES.join(', ')}; car by default.`),
    ),
  ),
  of: labelled(
    'Starting point',
    unlogged(beyond(optional(place, 'Starting point of the trip, as latitude,longitude in degrees. Needs `within`.'))),
  ),
} as const satisfies Parameters

export const travelWords: Readonly<Record<keyof typeof travelParameters, FilterWords>> = {
  within: {
    agent: agentNumber('travel_minutes', 'reached within # minutes', 'Minutes of travel from travel_from.', {
      min: 1,
      max: MINUTES_MAX,
      isWhole: true,
    }),
  },
  by: { agent: agentOne('travel_by', 'How to travel, with travel_minutes; by car when absent.', TRAVEL_MODES, 'by #') },
  of: {
    agent: agentText(
      'travel_from',
      'from #',
      'Starting point of the trip, as latitude,longitude in degrees.',
      50,
      'travel_minutes',
    ),
  },
}

export const wholeTrip: Rule<Parameters> = {
  doc: 'Send within and of together; by has an effect only with them.',
  check: ({ within, by, of }): ParameterError | undefined => {
    if ((within === undefined) === (of === undefined) && (by === undefined || of !== undefined)) return undefined
    const missing = of === undefined ? 'of' : 'within'
    const detail = `${missing} is missing: a search by travel time needs within, such as 20min, and of, a latitude and a longitude.`
    return { parameter: missing, code: 'param.missing', detail }
  },
}

/**
 * Returns the condition for the area that can be reached; none for a search without a travel time. Throws a Fault if
 * the service has no routing engine, or if the engine has no answer.
 */
export async function reachOf(
  { within, by, of }: Readonly<Record<string, unknown>>,
  { travelTimes }: Pick<Context, 'travelTimes'>,
): Promise<readonly Condition[]> {
  if (within === undefined) return []
  if (travelTimes === undefined) {
    throw refusal(
      'within',
      'this service has no routing engine. Its operator can name one with PLAT_ROUTING_URL, or you can send the outline to /search/bypolygon.',
    )
  }
  const mode = (by ?? 'car') as (typeof TRAVEL_MODES)[number] // parsed by the filter
  const polygons = await travelTimes.reach({ ...(of as Place), minutes: within as number, mode }) // parsed, and a rule demands both
  if (polygons instanceof Refusal) throw refusal('of', `the routing engine has no area for it: ${polygons.why}`)
  const alternatives = polygons.map((one) => [{ kind: 'polygon' as const, ...one }])
  return [{ parameter: 'within', node: { kind: 'any', alternatives } }]
}

function refusal(parameter: string, why: string) {
  return invalidParameters([{ parameter, code: 'param.inapplicable', detail: `Cannot use ${parameter}: ${why}` }])
}
