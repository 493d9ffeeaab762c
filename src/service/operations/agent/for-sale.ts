import { listingsOperation } from './listings.ts'

export const agentForSale = listingsOperation('sale')
