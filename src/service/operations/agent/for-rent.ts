import { listingsOperation } from './listings.ts'

export const agentForRent = listingsOperation('lease')
