/** Kinds of listings as tools call them, and the status that each is. */
export const KINDS = { for_sale: 'For_Sale', for_rent: 'For_Rent', sold: 'Sold' } as const
export type Kind = keyof typeof KINDS
