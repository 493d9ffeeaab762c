/** The tools' names for kinds of listings, and the listing status of each kind. */
export const KINDS = { for_sale: 'For_Sale', for_rent: 'For_Rent', sold: 'Sold' } as const
export type Kind = keyof typeof KINDS
