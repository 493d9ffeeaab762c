import type { HomeType } from '../../src/model/home.ts'
import { lists } from './table.ts'

/** The word for each kind of home in a sentence. */
export const HOME_WORDS: Readonly<Record<HomeType, string>> = {
  SINGLE_FAMILY: 'house',
  TOWNHOUSE: 'townhouse',
  CONDO: 'condo',
  MULTI_FAMILY: 'multi-family house',
  APARTMENT: 'apartment',
  LOT: 'lot',
  MANUFACTURED: 'manufactured home',
}

/** Adjectives with their article, to put before a word for a home. */
export const ADJECTIVES: readonly string[] =
  `a bright, a well kept, a comfortable, a welcoming, an inviting, a sunny, a handsome, a quiet, a cheerful, a solid,
an airy, a cozy, a lovingly kept, a well planned, a practical, a charming`.split(/,\s+/)

export const COUNTERS: readonly string[] = ['granite', 'quartz', 'tile', 'butcher-block', 'marble', 'soapstone']

/**
 * Sentences of descriptions. One per key is drawn. `{look}` is an adjective with its article; `{Look}` begins a
 * sentence.
 */
export const SAYINGS = lists({
  opening: `
    Welcome to {look} {home} in {place}. | {Look} {home} in {place}. | {Look} {home} close to everything {place} has
    to offer. | Here is {look} {home} in {place}. | Come and see {look} {home} in {place}. | In {place}: {look}
    {home}, ready for its next chapter. | New to the market in {place}, {look} {home}. | Looking in {place}? This is
    {look} {home}. | {Look} {home} on one of the nicer corners of {place}. | A rare find in {place}: {look} {home}. |
    You will feel at home at once in this {home} in {place}. | This {home} in {place} has been looked after with care.`,
  // For new homes, which have no owner yet who could have cared for them.
  newOpening: `
    A new {home} in {place}. | New in {place}: this {home}. | Be the first to live in this {home} in {place}. | Here is a
    new {home} in {place}.`,
  lot: `
    A lot in {place}. | Land in {place}, and a chance to build on it. | One of the last lots in {place}. | Build in
    {place}: here is the lot. | A lot among well kept homes in {place}.`,
  // First sentences for homes in bad repair.
  wornSale: `
    A {home} in {place} that needs work, priced for it. | Bring your tools: a {home} in {place}, sold as it stands. |
    A {home} in {place} for buyers who are not afraid of dust. | Sold as is: a {home} in {place} in need of repair.`,
  wornRental: `
    A plain {home} in {place}, rented as it stands. | A {home} in {place} that has seen better days, at a rent to
    match.`,
  // Kitchens, by type of stove. `{counter}` is the material of the counters.
  gas: `
    The kitchen has {counter} counters and cooks with gas. | Cook with gas at {counter} counters. | A gas range and
    {counter} counters make the kitchen the heart of the home.`,
  induction: 'The kitchen has an induction cooktop and {counter} counters.',
  anyStove: `
    The kitchen has {counter} counters and room for two cooks. | There are {counter} counters in the kitchen, and a
    window over the sink. | The kitchen, with {counter} counters, opens to the dining corner. | Plenty of cupboards
    and {counter} counters in the kitchen.`,
  // Keys are the first floor covering, or the cooling.
  Hardwood: `
    Hardwood floors run through the living areas. | The hardwood floors have been kept in good shape. | Hardwood
    underfoot, and light to show it.`,
  Carpet: 'Carpet in the living areas keeps things soft and quiet. | The carpet is clean and the tile is easy to keep.',
  Laminate: 'Laminate floors shrug off children and pets. | Easy-care laminate floors throughout.',
  'Vinyl Plank': 'Vinyl plank where life is busy, carpet where it rests.',
  Concrete: 'Polished concrete floors stay cool and clean.',
  'Central Air': 'Central air keeps summers easy. | There is central air for hot days.',
  'Heat Pump': 'A heat pump warms it in winter and cools it in summer.',
  // Other facts.
  newlyBuilt: `
    Just built, and nobody has lived here yet. | New construction with a builder’s warranty. | Everything is new, from
    the foundation to the faucets.`,
  fireplace: `
    The living room has a fireplace. | A fireplace warms the living room. | Winter evenings belong to the fireplace.`,
  laundry: 'There is a washer hookup inside. | Laundry is done at home.',
  finishedBasement: 'The finished basement has a media room. | The basement is finished and dry, with a media room.',
  roughBasement: 'The basement offers storage and room to grow. | There is a basement for tools, bikes and boxes.',
  pool: 'There is a pool of your own. | The pool is heated. | Cool off in your own pool.',
  waterfrontHouse: 'Steps lead down to the water. | The lot ends at the water.',
  waterfrontUnit: 'The building stands at the water.',
  garage: 'Garage for {cars}. | The garage holds {cars}. | There is a garage for {cars}, with room for a workbench.',
  unitGarage: 'One parking space under cover comes with it.',
  unitParking: 'One assigned parking space comes with it.',
  furnished: 'Offered furnished. | The furniture stays.',
  noDues: 'There are no association dues. | No association, no dues.',
  acreage: `
    More than an acre of land lies around it. | The land, more than an acre, gives room for a garden, a workshop or a
    horse.`,
  // Keys are views.
  City: 'The windows look out over the city. | At night the city glitters below.',
  Mountain: 'On clear days the mountains are in view. | There is a view of the mountains.',
  Park: 'The park across the way is like a second living room. | The windows look onto a park.',
  Water: 'You can see the water from here. | There is a view of the water.',
  // The ground around a house, a building, and a lot.
  outside: `
    A covered patio leads to a fenced back yard. | Mature trees shade the front porch. | The garden has raised beds
    and a small shed. | The back yard is level and fenced. | There is room for a table and a grill on the patio. | The
    front porch is made for slow evenings. | Roses along the fence, and a lawn that asks for little. | The yard gets
    sun until late in the day.`,
  unitOutside: `
    Mail and parcels arrive in the lobby. | The neighbors are quiet and the walls are thick. | The building is well
    run. | There is nothing to mow. | Lock the door and travel: somebody looks after the building.`,
  land: `
    It is ready for your plans. | There is room for a house, a garden and a workshop. | Build now or hold. | The survey
    is done and the corners are marked. | A soil test is available. | Bring your architect and your dreams. | Neighbors
    on both sides have built already. | Road access is in place.`,
  // Surroundings, by density.
  country: `
    Trails begin at the end of the street. | Nights are dark and quiet here. | The nearest neighbor is a walk away. |
    Deer pass by in the morning.`,
  suburb: `
    A quiet street where children ride their bikes. | Parks and playing fields are minutes away. | Shops are a short
    drive away. | Neighbors stop to talk on their evening walk.`,
  city: `
    Shops, a library and the bus are a short walk away. | You can leave the car at home on weekends. | Cafés, a bakery
    and a market are around the corner. | The bus stops at the corner.`,
  core: `
    Everything you need is within a few blocks. | Trains, theaters and markets are minutes away on foot. | The city
    begins at the front door. | Who needs a car here?`,
  // What owners love. Two clauses make a sentence.
  lovedGround: `
    the light in the kitchen in the morning | dinners on the patio | the old tree in the yard | how quiet it is at
    night | neighbors who wave | the walk around the block after supper | the birds at the feeder | having the garden
    to ourselves | that the children could bike to their friends`,
  lovedUnit: `
    the light in the living room in the evening | neighbors who hold the door | how quiet it is for its place | never
    having to mow a lawn | the walk to the bakery | watching the street from the window | how little there is to clean
    | the people in the building`,
})

/** A sentence for each interior feature. */
export const INTERIORS: Readonly<Record<string, string>> = {
  'Walk-In Closet(s)': 'There is a walk-in closet.',
  'Ceiling Fan(s)': 'Ceiling fans turn above the main rooms.',
  'Vaulted Ceiling(s)': 'Vaulted ceilings make the rooms feel larger than they are.',
  'Built-in Features': 'Built-in shelves and cupboards save space.',
  'Kitchen Island': 'Everybody ends up around the kitchen island.',
}

export const SENIOR = 'In a community for residents of 55 and over.'
export const SPA = 'The hot tub stays.'
export const INVENTED = 'Invented home of the sample catalog.'
export const INVENTED_BUILDING = 'Invented building of the sample catalog.'
