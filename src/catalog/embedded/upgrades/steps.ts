import type { UpgradeStep } from '../../../base/store-upgrade.ts'
import { addSums } from './add-sums.ts'

/**
 * How catalogues of older formats are brought up, step by step. A step stays as it was written: it says for itself which
 * tables it meets and makes, whatever the schema has become since.
 */
export const CATALOG_STEPS: readonly UpgradeStep[] = [addSums]
