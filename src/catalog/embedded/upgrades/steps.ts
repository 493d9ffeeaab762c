import type { UpgradeStep } from '../../../base/store-upgrade.ts'
import { addSums } from './add-sums.ts'
import { indexMoreFacts } from './index-more-facts.ts'

/**
 * Upgrades from older formats, step by step. A step is never changed once released, and spells out the tables that it
 * reads and creates, because the schema may have changed since.
 */
export const CATALOG_STEPS: readonly UpgradeStep[] = [addSums, indexMoreFacts]
