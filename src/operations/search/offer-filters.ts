import type { Condition, QueryNode } from '../../catalog/query.ts'
import { OFFER_PROPERTY_TYPES } from '../../model/offer.ts'
import type { OfferColumnName, OfferFlag } from '../../model/offer-columns.ts'
import {
  BUILDING_MATERIALS,
  BUILDING_TYPES,
  EXTRAS,
  FLOORS,
  HEATINGS,
  MARKETS,
  MEDIA,
  OWNER_TYPES,
} from '../../model/offer-values.ts'
import {
  type Args,
  defaulted,
  flag,
  listOf,
  oneOf,
  optional,
  type Range,
  range,
  wholeNumber,
} from '../../params/index.ts'

/** A century: nothing is offered for longer. */
const MOST_DAYS = 36_525

/** The filters of area B: their parameters, declared once. */
export const OFFER_FILTERS = {
  propertyType: optional(oneOf(OFFER_PROPERTY_TYPES), 'What is offered; default all kinds.'),
  market: defaulted(oneOf(['Any', ...MARKETS]), 'Any', 'New from the developer (Primary), or not (Secondary).'),
  ownerType: defaulted(oneOf(['Any', ...OWNER_TYPES]), 'Any', 'Who offers it.'),
  priceRange: optional(range('PLN'), 'Asking price, or rent by the month; offers that hide it are left out.'),
  areaRange: optional(range('m²'), 'Area.'),
  pricePerMeterRange: optional(range('PLN/m²'), 'Price of a square metre.'),
  plotAreaRange: optional(range('m²'), 'Area of the plot.'),
  roomsRange: optional(range('rooms'), 'Rooms.'),
  yearBuiltRange: optional(range('years'), 'Year in which it was built.'),
  buildingType: optional(
    listOf(BUILDING_TYPES),
    `Kinds of building, by comma; one of them: ${BUILDING_TYPES.join(', ')}.`,
  ),
  floors: optional(listOf(FLOORS), `Floors, by comma; one of them: ${FLOORS.join(', ')}.`),
  buildingMaterial: optional(
    listOf(BUILDING_MATERIALS),
    `What it is built of, by comma; one of them: ${BUILDING_MATERIALS.join(', ')}.`,
  ),
  heating: optional(listOf(HEATINGS), `How it is heated, by comma; in one of these ways: ${HEATINGS.join(', ')}.`),
  extras: optional(listOf(EXTRAS), `What it must have, by comma; all of them: ${EXTRAS.join(', ')}.`),
  media: optional(listOf(MEDIA), `What it must be connected to, by comma; all of them: ${MEDIA.join(', ')}.`),
  daysSinceCreated: optional(wholeNumber(0, MOST_DAYS), 'First offered within the last so many days; 0 = today.'),
  hasPhotos: optional(flag, 'With true, only offers with photos.'),
  hasVideo: optional(flag, 'With true, only offers with a video.'),
  has3DView: optional(flag, 'With true, only offers with a 3D view.'),
  openDay: optional(flag, 'With true, only offers with an open day.'),
  exclusiveOffer: optional(flag, 'With true, only exclusive offers.'),
}

export type OfferFilterArgs = Args<typeof OFFER_FILTERS>

const RANGES = {
  priceRange: 'price',
  areaRange: 'area',
  pricePerMeterRange: 'pricePerMeter',
  plotAreaRange: 'plotArea',
  roomsRange: 'rooms',
  yearBuiltRange: 'yearBuilt',
} as const satisfies Partial<Record<keyof OfferFilterArgs, OfferColumnName>>

const LISTS = {
  buildingType: 'buildingType',
  floors: 'floor',
  buildingMaterial: 'buildingMaterial',
  heating: 'heating',
} as const satisfies Partial<Record<keyof OfferFilterArgs, OfferColumnName>>

const ONE_OF = ['propertyType', 'market', 'ownerType'] as const

const FLAGS = ['hasPhotos', 'hasVideo', 'has3DView', 'openDay', 'exclusiveOffer'] as const

/** What the filters ask of an offer; `today` is a day number. */
export function offerConditions(args: OfferFilterArgs, today: number): readonly Condition<'offer'>[] {
  const since = args.daysSinceCreated
  const created = since === undefined ? undefined : { min: today - since, max: Number.POSITIVE_INFINITY }
  return [
    ...ONE_OF.flatMap((name) => when(name, chosen(name, args[name]))),
    ...keysOf(RANGES).flatMap((name) => when(name, within(RANGES[name], args[name]))),
    ...keysOf(LISTS).flatMap((name) => when(name, among(LISTS[name], args[name]))),
    ...when('extras', having(args.extras)),
    ...when('media', having(args.media)),
    ...when('daysSinceCreated', within('createdDay', created)),
    ...FLAGS.flatMap((name) => when(name, args[name] ? having([name]) : undefined)),
  ]
}

function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(table) as K[] // literals, without other keys
}

function when(parameter: string, node: QueryNode<'offer'> | undefined): readonly Condition<'offer'>[] {
  return node ? [{ parameter, node }] : []
}

function chosen(column: OfferColumnName, value: string | undefined): QueryNode<'offer'> | undefined {
  return value === undefined || value === 'Any' ? undefined : { kind: 'oneOf', column, values: [value] }
}

/** Offers of which the number is not known are left out. */
function within(column: OfferColumnName, asked: Range | undefined): QueryNode<'offer'> | undefined {
  return asked && { kind: 'range', column, min: asked.min, max: asked.max, orMissing: false }
}

/** An empty list asks for nothing. */
function among(column: OfferColumnName, values: readonly string[] = []): QueryNode<'offer'> | undefined {
  return values.length === 0 ? undefined : { kind: 'oneOf', column, values }
}

function having(flags: readonly OfferFlag[] = []): QueryNode<'offer'> | undefined {
  return flags.length === 0 ? undefined : { kind: 'flags', all: flags, some: [], none: [] }
}
