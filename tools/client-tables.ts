/** For each path with pages: the paging function in client/src/paging.ts, and the type of its rows. */
export const PAGED: Readonly<Record<string, readonly [paging: string, rows: string]>> = {
  '/agent/search': ['agents()', 'agents'],
  '/agent/for_sale': [
    'counted(15, (data) => data.forSaleListings, (data) => data.listingCount, ({ zpid }) => String(zpid))',
    'forSaleListings',
  ],
  '/agent/for_rent': [
    'counted(15, (data) => data.forRentListings, (data) => data.listingCount, ({ zpid }) => String(zpid))',
    'forRentListings',
  ],
  '/agent/sold_properties': [
    'counted(15, (data) => data.pastSales, (data) => data.pastSalesCount, (row) => [row.zpid, row.sold_date].join(" "))',
    'pastSales',
  ],
  '/parcel': ['counted(100, (data) => data.homes, (data) => data.homeCount, ({ zpid }) => String(zpid))', 'homes'],
  '/skip/byaddress': [
    'counted(10, (data) => data.PeopleDetails, (data) => data.Records, (row) => row["Person ID"])',
    'PeopleDetails',
  ],
  '/owner/search': [
    'counted(25, (data) => data.owners, (data) => data.ownerCount, ({ ownerId }) => ownerId)',
    'owners',
  ],
  '/owner/portfolio': [
    'counted(25, (data) => data.homes, (data) => data.homeCount, ({ home }) => String(home.zpid))',
    'homes',
  ],
  '/search/byaddress': ['search()', 'searchResults'],
  '/search/bypolygon': ['search()', 'searchResults'],
  '/search/bycoordinates': ['search()', 'searchResults'],
  '/search/bymapbounds': ['search()', 'searchResults'],
  '/search/byaiprompt': ['promptSearch()', 'searchResults'],
  '/search/byurl': ['urlSearch()', 'searchResults'],
  '/search/bylocation': ['offers()', 'searchResults'],
  '/search/exp/bydestination': ['cursors()', 'searchResults'],
}

/** Method names of calls about saved searches and webhooks. They cannot be derived from the paths. */
export const KEPT_METHODS: Readonly<Record<string, string>> = {
  'POST /searches': 'searches.make',
  '/searches/{id}': 'searches.show',
  'PATCH /searches/{id}': 'searches.change',
  'DELETE /searches/{id}': 'searches.end',
  'POST /searches/{id}/feed': 'searches.renewFeed',
  '/searches/{id}/changes': 'searches.changes',
  'POST /webhooks': 'webhooks.make',
  '/webhooks/{id}': 'webhooks.show',
  'PATCH /webhooks/{id}': 'webhooks.change',
  'DELETE /webhooks/{id}': 'webhooks.end',
  '/webhooks/{id}/secrets': 'webhooks.secrets',
  'POST /webhooks/{id}/secrets': 'webhooks.renewSecret',
  'POST /webhooks/{id}/test': 'webhooks.test',
}
