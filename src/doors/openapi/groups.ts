/** The shared meaning of each group's operations, by the group's name. */
export const GROUP_MEANINGS: Readonly<Record<string, string>> = {
  'Property look-ups': 'One property, building or text that somebody types, by what is known of it.',
  'Graphs and charts': 'How values, prices and taxes moved, as points of a chart.',
  'Specific property info':
    'One side of a property at a time: its owner, climate, prices, taxes, pictures, neighbours.',
  Agents: 'Agents, and the homes that they list and sold.',
  'Skip tracing': 'People by address; the plan must open it, and every call is written to the audit log.',
  Searches: 'Homes in a place, a polygon, a circle or a map, by some forty filters.',
  Layers: 'Polygons that the operator has added, such as flood zones and school areas.',
  'Map tiles': 'Every result of a search on a map, at every zoom.',
  'Market analytics': 'Figures of a place: what homes are worth, sell and rent for.',
  Mortgage: 'Mortgage rates.',
  Offers: 'Offers of the second portal.',
  Experiences: 'Guest experiences that can be booked.',
  'Saved searches and webhooks': 'What a key keeps here: searches, what is new for them, and whom to tell of it.',
  'The service itself': 'What belongs to no area, free of charge.',
}
