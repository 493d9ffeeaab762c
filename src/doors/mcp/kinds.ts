/** The listing kinds of tools, and the search's listing status for each kind. */
export const KINDS = { for_sale: 'For_Sale', for_rent: 'For_Rent', sold: 'Sold' } as const
export type Kind = keyof typeof KINDS
