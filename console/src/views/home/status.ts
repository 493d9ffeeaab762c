/** The color class of a status. */
export function statusOf(homeStatus: string | null): 'sale' | 'rent' | 'sold' {
  if (homeStatus === 'FOR_RENT') return 'rent'
  return homeStatus === 'FOR_SALE' || homeStatus === 'PENDING' ? 'sale' : 'sold'
}
