/** The descriptions of the groups of operations. */
export const GROUP_MEANINGS: Readonly<Record<string, string>> = {
  'Property look-ups': 'Look up one property or building, or complete a typed text.',
  'Graphs and charts': 'How values, prices and taxes changed, as points of a chart.',
  'Specific property info': 'One aspect of a property: owner, climate, prices, taxes, pictures or neighbors.',
  Agents: 'Agents, and the homes that they list or sold.',
  'Skip tracing': 'People by address. The plan must allow it, and the audit log records every call.',
  Owners: 'Owners of homes, and their homes. The plan must allow skip tracing, and the audit log records every call.',
  Searches: 'Homes in a place, a polygon, a circle or a map, by about forty filters.',
  Layers: 'Polygons that the operator has added, such as flood zones and school areas.',
  'Map tiles': 'All results of a search on a map, at every zoom.',
  'Market analytics': 'Figures of a place: values, sale prices and rents of homes.',
  Mortgage: 'Mortgage rates.',
  Offers: 'The second portal’s offers, in Poland.',
  Experiences: 'Guest experiences that can be booked.',
  'Saved searches and webhooks': 'Save searches, read their changes, and get messages about changes.',
  'Tokens for end users': 'Create a short-lived token for a key. The token shows only the results of one search.',
  'The service itself': 'The status of the service and its documents, free of charge.',
}
