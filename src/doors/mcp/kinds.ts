/** The listing kinds in tools, and the listing status of the search for each. */
export const KINDS = { for_sale: 'For_Sale', for_rent: 'For_Rent', sold: 'Sold' } as const
export type Kind = keyof typeof KINDS
