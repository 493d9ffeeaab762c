/** Opening sentences; the kind of home takes the place of `{home}`, the neighbourhood or city that of `{place}`. */
export const OPENINGS: readonly string[] = [
  'Welcome to this bright {home} in {place}.',
  'A well kept {home} on a quiet street in {place}.',
  'This {home} in {place} has light from three sides.',
  'Thoughtfully updated {home} close to everything {place} has to offer.',
  'A rare find in {place}: a {home} with character.',
]

export const LAYOUTS: readonly string[] = [
  'The open kitchen looks onto the living room and the dining corner.',
  'Hardwood floors run through the main level, and the primary suite has a walk-in closet.',
  'The kitchen has quartz counters, a gas range and a breakfast nook.',
  'High ceilings and tall windows make every room feel larger than it is.',
  'There is a home office, plenty of storage and a laundry room that works.',
  'The living room has a fireplace; the kitchen was remodeled with granite counters.',
]

export const OUTSIDES: readonly string[] = [
  'A covered patio leads to a fenced back yard.',
  'Mature trees shade the front porch.',
  'The garden has raised beds and a small shed.',
  'Shops, a library and the bus are a short walk away.',
  'Trails begin at the end of the street.',
]

export const LOT_TEXTS: readonly string[] = [
  'Level ground with utilities at the street, ready for your plans.',
  'A gently sloping parcel with room for a house, a garden and a workshop.',
  'Build now or hold: a buildable lot with a recent survey.',
]

export const OWNER_LOVES: readonly string[] = [
  'The morning light in the kitchen, and neighbours who wave.',
  'Dinners on the porch from April to October.',
  'We raised two dogs here and never ran out of places to walk.',
]

export const INVENTED = 'Invented home of the sample catalogue.'
export const INVENTED_BUILDING = 'Invented building of the sample catalogue.'

/** How a sentence calls each kind of home. */
export const HOME_WORDS = {
  SINGLE_FAMILY: 'house',
  TOWNHOUSE: 'townhouse',
  CONDO: 'condo',
  MULTI_FAMILY: 'multi-family house',
  APARTMENT: 'apartment',
  LOT: 'lot',
  MANUFACTURED: 'manufactured home',
} as const
