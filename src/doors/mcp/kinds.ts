/** Kinds of listings as tools call them, and the status that each is. */
export const KINDS = { for_sale: 'For_Sale', for_rent: 'For_Rent', sold: 'Sold' } as const
export type Kind = keyof typeof KINDS

export type Arguments = Record<string, unknown>

/** Reads one parameter into arguments; false where the tool has no word for it, or would refuse it. */
export type Reader = (value: string, into: Arguments, kind: Kind) => boolean
