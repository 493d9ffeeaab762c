import type { UpgradeStep } from '../../../base/store-upgrade.ts'
import { addAddressWords } from './add-address-words.ts'
import { addEstimators } from './add-estimators.ts'
import { addSourceHomes } from './add-source-homes.ts'
import { addSums } from './add-sums.ts'
import { deriveAgain } from './derive-again.ts'
import { keepInSegments } from './keep-in-segments.ts'
import { readAddressesAgain } from './read-addresses-again.ts'

/** Format 8 finds more facts by keywords. */
const indexMoreFacts: UpgradeStep = { from: 7, run: deriveAgain }

/** Format 9 keeps each card a second time, as a piece of gzip. */
const packCards: UpgradeStep = { from: 8, run: deriveAgain }

/** Format 10 keeps what every order sorts by, so that rows of several tables can be merged, and packs pieces of cards. */
const keepSortKeys: UpgradeStep = { from: 9, run: deriveAgain }

/** Format 11 keeps searches in segments, and each record of homes that have several. */
const keepSegmentsAndRecords: UpgradeStep = {
  from: 10,
  run(database, onProgress) {
    keepInSegments.run(database, onProgress)
    addSourceHomes(database)
  },
}

/**
 * Format 12 reads units that format 11 did not (`Apt No. 4`, `308 B`), counts the words of address lines, and keeps
 * estimators of what homes are worth.
 */
const readMoreAndLearn: UpgradeStep = {
  from: 11,
  run(database, onProgress) {
    readAddressesAgain(database, onProgress)
    addAddressWords.run(database, onProgress)
    addEstimators(database)
    deriveAgain(database, onProgress)
  },
}

/**
 * Upgrades from older formats, step by step. A step is never changed once released, and spells out the tables that it
 * reads and creates, because the schema may have changed since.
 */
export const CATALOG_STEPS: readonly UpgradeStep[] = [
  addSums,
  indexMoreFacts,
  packCards,
  keepSortKeys,
  keepSegmentsAndRecords,
  readMoreAndLearn,
]
